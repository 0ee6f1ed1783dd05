/** Something in a message that is seen only after a press. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @param {HTMLElement} element */
export function veil(element) {
  return h("div", { class: "veil", role: "button", tabindex: "0", "aria-label": say("markdownSpoiler"), data: { spoiler: "" } },
    h("div", { class: "veiled" }, element), h("span", { class: "veil-word" }, icon("eye"), "Spoiler"));
}
