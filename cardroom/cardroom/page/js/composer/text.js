/** The field in which messages are typed, and the first letters of commands. */

import { h } from "../dom.js";
import { nameOf } from "../state.js";
import { commandIn } from "./commands.js";

const HIGHEST = 220;

export class TextField {
  #mentions = new Map();

  /** @param {object} composer `offer()`, `changed()`, `begin(typed)`, `send()`, `choose(line)`, `suggestions` */
  constructor(composer) {
    this.composer = composer;
    this.element = /** @type {HTMLTextAreaElement} */ (h("textarea", {
      rows: 1, maxlength: 2000, autocomplete: "off", enterkeyhint: "send", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list",
      on: { input: () => this.#typed(), keydown: (event) => this.#key(event), click: () => composer.offer() },
    }));
  }

  get value() {
    return this.element.value;
  }

  set value(text) {
    this.element.value = text;
    this.grow();
  }

  /** Makes the field as high as its text, up to a limit. */
  grow() {
    const { style } = this.element;
    style.height = "auto";
    if (this.element.scrollHeight) style.height = `${Math.min(this.element.scrollHeight, HIGHEST)}px`;
  }

  /** The text as it is sent: members' names that were chosen become mentions. */
  get content() {
    let content = this.value.trim();
    for (const [name, id] of this.#mentions) content = content.replaceAll(name, `<@${id}>`);
    return content;
  }

  /** Begins anew. */
  clear() {
    this.#mentions.clear();
    this.value = "";
  }

  /** Mentions a member at the caret, in the place of the @… before it. */
  mention(user) {
    const at = this.element.selectionStart;
    const name = `@${nameOf(user)}`;
    const before = this.value.slice(0, at).replace(/@[^@\s]*$/, "");
    const head = `${before}${before && !/\s$/.test(before) ? " " : ""}${name} `;
    this.#mentions.set(name, user.id);
    this.value = head + this.value.slice(at);
    this.element.setSelectionRange(head.length, head.length);
    this.element.focus();
  }

  #typed() {
    const named = this.value.startsWith("/") && /\s$/.test(this.value) ? commandIn(this.value) : null;
    if (named && named.rest === "") {
      this.composer.begin(named.typed);
      return;
    }
    this.grow();
    this.composer.changed();
    this.composer.offer();
  }

  #key(event) {
    const { suggestions } = this.composer;
    if (event.isComposing || suggestions.key(event)) return;
    if (event.key === "Escape" && suggestions.open) {
      event.preventDefault();
      event.stopPropagation();
      suggestions.hide();
    } else if ((event.key === "Enter" && !event.shiftKey) || (event.key === "Tab" && suggestions.active)) {
      event.preventDefault();
      const { active } = suggestions;
      // A command that was typed in full and takes nothing more is sent at once.
      const whole = event.key === "Enter" && active?.typed?.label === this.value.trim() && active.typed.options.length === 0;
      if (active && !whole) this.composer.choose(active);
      else this.composer.send();
    } else if (event.key === "ArrowUp" && this.value === "") {
      event.preventDefault();
      [...document.querySelectorAll("#log [data-message]")].at(-1)?.focus();
    }
  }
}
