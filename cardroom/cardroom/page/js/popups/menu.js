/** A menu of things that can be done. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Popup } from "./popup.js";

/**
 * @param {Element} anchor
 * @param {Array<{label: string, icon?: string, face?: Node, note?: string, checked?: boolean, press: () => void,
 *   beside?: {label: string, icon: string, press: () => void}}|string|null>} lines
 *   a string is a heading, null a line between; `beside` is a second thing to press in the same line
 * @param {object} [options] as for Popup
 */
export function openMenu(anchor, lines, options = {}) {
  const pressed = (then) => ({ click: () => { popup.close("done"); then(); } });
  const menu = h("div", { class: "menu", role: "menu" }, lines.map((line) => {
    if (line === null) return h("hr", { class: "separator" });
    if (typeof line === "string") return h("div", { class: "group", role: "presentation" }, line);
    const { label, face, note, checked, beside } = line;
    const main = h("button", {
      type: "button", class: "menu-line", role: checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": checked === undefined ? null : String(checked), tabindex: "-1", on: pressed(line.press),
    }, face ?? (line.icon && icon(line.icon)), h("span", { class: "label" }, label),
    note && h("span", { class: "menu-note" }, note), checked && icon("check"));
    if (!beside) return main;
    return h("div", { class: "menu-row", role: "none" }, main, h("button", {
      type: "button", class: "quiet", role: "menuitem", tabindex: "-1", title: beside.label, "aria-label": beside.label, on: pressed(beside.press),
    }, icon(beside.icon)));
  }));
  const popup = new Popup(anchor, menu, { side: "below", ...options });
  walkByKeys(menu, "[role^=menuitem]", () => popup.close("dismissed"));
  menu.querySelector("[role^=menuitem]")?.focus();
  return popup;
}

/** Arrow keys walk through the elements of that kind; Tab leaves. */
export function walkByKeys(box, selector, leave) {
  box.addEventListener("keydown", (event) => {
    const all = [...box.querySelectorAll(selector)];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[to].focus();
    } else if (event.key === "Tab" && leave) {
      event.preventDefault();
      leave();
    }
  });
}
