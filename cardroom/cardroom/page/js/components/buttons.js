/** Buttons and the closed form of selects, as they stand in a message. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { emojiElement } from "../markdown/render.js";
import { state } from "../room.js";
import { nameOf } from "../state.js";
import { say } from "../words.js";
import { LINK_STYLE, STRING_SELECT } from "./kinds.js";
import { presses } from "./press.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link-button", 6: "primary" };

/**
 * A key that stays the same while a component looks the same: custom ids may change with every edit.
 * @param {{keys: Map<string, number>}} scope of one message
 * @param {string} look
 */
export function keyed(scope, look) {
  const count = scope.keys.get(look) ?? 0;
  scope.keys.set(look, count + 1);
  return count ? `${look}#${count}` : look;
}

/** @param {object} component @param {{message: object, keys: Map<string, number>}} scope */
export function buttonElement(component, scope) {
  const style = STYLES[component.style] ?? "secondary";
  const content = [
    component.emoji && emojiElement(component.emoji),
    component.label && h("span", { class: "label" }, component.label),
  ];
  const key = keyed(scope, `button ${component.emoji?.id ?? component.emoji?.name ?? ""} ${component.label ?? ""}`);
  const name = component.label ? null : component.emoji?.name;
  if (component.style === LINK_STYLE) {
    return h("a", {
      class: ["button", style, component.disabled && "off"], "aria-label": name, "data-key": key,
      href: /^https?:/.test(component.url) && !component.disabled ? component.url : null,
      target: "_blank", rel: "noreferrer noopener",
    }, content, icon("link"));
  }
  const waits = presses.isWaiting(scope.message.id, key);
  return h("button", {
    type: "button", class: ["button", style, waits && "waits"], disabled: component.disabled, "aria-label": name,
    "aria-busy": waits ? "true" : null, "data-key": key,
    data: { component: "button", customId: component.custom_id },
  }, h("span", { class: "inner" }, content), waits && dots());
}

/** Three dots that say that something is under way. */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/** The closed select; a press opens its list. */
export function selectElement(component, scope) {
  const key = keyed(scope, `select ${component.placeholder ?? component.options?.[0]?.value ?? ""}`);
  const waits = presses.isWaiting(scope.message.id, key);
  const values = presses.chosen(scope.message.id, key) ?? preset(component);
  const shown = values.map((value) => faceOf(component, value)).filter(Boolean);
  const placeholder = component.placeholder || say("choose");
  return h("button", {
    type: "button", class: ["select", waits && "waits", shown.length > 0 && "filled"], role: "combobox",
    "aria-haspopup": "listbox", "aria-expanded": "false", disabled: component.disabled,
    "aria-busy": waits ? "true" : null, "data-key": key,
    "aria-label": shown.length ? `${component.placeholder ? `${component.placeholder}: ` : ""}${shown.map(({ label }) => label).join(", ")}` : placeholder,
    data: { component: "select", customId: component.custom_id, kind: component.type },
  }, h("span", { class: "chosen" }, shown.length ? chosenFaces(shown, component) : h("span", { class: "placeholder" }, placeholder)),
  waits ? dots() : icon("down"));
}

function chosenFaces(shown, component) {
  const many = (component.max_values ?? 1) > 1;
  return shown.map(({ label, emoji }) => h("span", { class: many ? "chip" : "single" },
    emoji && emojiElement(emoji), h("span", { class: "label" }, label)));
}

/** The values that a select shows before anybody picked. */
export function preset(component) {
  if (component.type === STRING_SELECT) {
    return (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  }
  return (component.default_values ?? []).map(({ id }) => id);
}

/** What a picked value looks like: {label, emoji?}. */
function faceOf(component, value) {
  if (component.type === STRING_SELECT) return component.options.find((option) => option.value === value);
  const user = state.users.get(value);
  if (user) return { label: nameOf(user) };
  const channel = state.channels.get(value);
  if (channel) return { label: `#${channel.name}` };
  const role = state.guild?.roles.find(({ id }) => id === value);
  return role ? { label: `@${role.name.replace(/^@/, "")}` } : null;
}
