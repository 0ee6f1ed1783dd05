/** Components of a message as elements, as Discord draws them. Nothing here handles presses: the log does,
 *  for all messages at once, by the data-… attributes. */

import { append, h } from "../dom.js";
import { markdown } from "../markdown/render.js";
import { buttonElement, selectElement } from "./buttons.js";
import * as kinds from "./kinds.js";
import { fileElement, galleryElement, thumbnailElement } from "./media.js";
import { veil } from "./veil.js";

const DRAWN = {
  [kinds.ROW]: (row, scope) => h("div", { class: "action-row", role: "group" }, components(row.components, scope)),
  [kinds.BUTTON]: buttonElement,
  [kinds.SECTION]: (section, scope) => h("div", { class: "section" },
    h("div", { class: "section-text" }, components(section.components, scope)),
    section.accessory && h("div", { class: "accessory" }, component(section.accessory, scope))),
  [kinds.TEXT]: ({ content }) => markdown(content),
  [kinds.THUMBNAIL]: thumbnailElement,
  [kinds.GALLERY]: galleryElement,
  [kinds.FILE]: fileElement,
  [kinds.SEPARATOR]: ({ divider = true, spacing = 1 }) => h(divider ? "hr" : "div", {
    class: ["separator", spacing === 2 && "wide"], "aria-hidden": divider ? null : "true",
  }),
  [kinds.CONTAINER]: containerElement,
};
for (const kind of kinds.SELECTS) DRAWN[kind] = selectElement;

function containerElement(container, scope) {
  const colour = container.accent_color;
  const has = colour !== null && colour !== undefined;
  const children = components(container.components, scope);
  return h("div", {
    class: ["container", has && "accented"], vars: has ? { "--accent": `#${colour.toString(16).padStart(6, "0")}` } : {},
  }, container.spoiler ? veil(h("div", {}, children)) : children);
}

/**
 * @param {object} each a component
 * @param {{message: object, keys: Map<string, number>}} scope
 * @returns {HTMLElement|null} null for a kind that this page does not know
 */
export function component(each, scope) {
  return DRAWN[each.type]?.(each, scope) ?? null;
}

/** @returns {Array<HTMLElement|null>} */
export const components = (list, scope) => (list ?? []).map((each) => component(each, scope));

/** All components of a message in one element; null when it has none. */
export function componentsOf(message) {
  if (!message.components?.length) return null;
  const scope = { message, keys: new Map() };
  const block = h("div", { class: "blocks", "data-key": "blocks" });
  append(block, components(message.components, scope));
  return block;
}
