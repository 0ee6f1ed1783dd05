/** A list to choose from, by pointer or keys: choices of selects, commands, members. */

import { h, isTouch } from "../dom.js";
import { icon } from "../icons.js";
import { emojiElement } from "../markdown/render.js";
import { say } from "../words.js";

let numbers = 0;

/**
 * @typedef {object} Line
 * @property {string} value
 * @property {string} label
 * @property {string} [description]
 * @property {object} [emoji] Discord's partial emoji
 * @property {Node} [face] what stands before the label, in place of an emoji
 * @property {string} [group] the heading it stands under
 */

export class Listbox {
  /** @type {Line[]} */ lines = [];
  picked = new Set();
  active = -1;

  /**
   * @param {object} options
   * @param {string} options.label what it is a list of
   * @param {boolean} [options.multiple] several lines can be picked, and each is marked
   * @param {boolean} [options.boxes] lines have a box for their mark
   * @param {(line: Line) => void} options.choose a line was pressed
   */
  constructor({ label, multiple = false, choose }) {
    this.choose = choose;
    this.multiple = multiple;
    this.id = `list-${(numbers += 1)}`;
    this.element = h("div", {
      class: "listbox", role: "listbox", id: this.id, tabindex: "-1", "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null,
      on: {
        pointerdown: (event) => event.preventDefault(), // the focus stays where it is
        click: ({ target }) => this.#clicked(target),
        pointermove: ({ target }) => this.#pointed(target),
      },
    });
  }

  /**
   * Shows these lines; the active one stays active if it is still there.
   * @param {Line[]} lines
   * @param {Iterable<string>} [picked] values that are picked
   */
  show(lines, picked = this.picked) {
    const before = this.lines[this.active]?.value;
    this.lines = lines;
    this.picked = new Set(picked);
    this.active = lines.findIndex(({ value }) => value === before);
    if (this.active < 0) this.active = Math.max(lines.findIndex(({ value }) => this.picked.has(value)), lines.length ? 0 : -1);
    this.#draw();
  }

  /** Moves the active line by keys. @returns {boolean} whether the key was one of the list's */
  key(event) {
    const last = this.lines.length - 1;
    const page = 8;
    const to = {
      ArrowDown: this.active >= last ? 0 : this.active + 1,
      ArrowUp: this.active <= 0 ? last : this.active - 1,
      PageDown: Math.min(this.active + page, last),
      PageUp: Math.max(this.active - page, 0),
    }[event.key];
    if (to === undefined || last < 0) return false;
    event.preventDefault();
    this.activate(to);
    return true;
  }

  /** @param {number} index */
  activate(index) {
    this.active = index;
    for (const [number, element] of this.#options().entries()) element.classList.toggle("active", number === index);
    const element = this.#options()[index];
    element?.scrollIntoView({ block: "nearest" });
    this.field?.setAttribute("aria-activedescendant", element?.id ?? "");
  }

  /** The field that has the focus while the list is used; it names the active line to screen readers. */
  attach(field) {
    this.field = field;
    field.setAttribute("aria-controls", this.id);
    this.activate(this.active);
  }

  #draw() {
    this.element.replaceChildren();
    let group;
    for (const [index, line] of this.lines.entries()) {
      if (line.group !== group) {
        group = line.group;
        if (group) this.element.append(h("div", { class: "group", role: "presentation" }, group));
      }
      this.element.append(this.#option(line, index));
    }
    if (!this.lines.length) this.element.append(h("div", { class: "none", role: "presentation" }, say("nobody")));
    this.activate(this.active);
  }

  #option({ value, label, description, emoji, face }, index) {
    const picked = this.picked.has(value);
    return h("div", { class: "option", role: "option", id: `${this.id}-${index}`, "aria-selected": String(picked), data: { index } },
      face ?? (emoji ? emojiElement(emoji) : null),
      h("span", { class: "words" }, h("span", { class: "label" }, label), description && h("span", { class: "description" }, description)),
      this.multiple ? h("span", { class: ["box", picked && "ticked"] }, picked && icon("check")) : picked && icon("check"));
  }

  #options() {
    return this.element.querySelectorAll(".option");
  }

  #clicked(target) {
    const option = target.closest(".option");
    if (option) this.choose(this.lines[Number(option.dataset.index)]);
  }

  #pointed(target) {
    const option = target.closest(".option");
    const index = option ? Number(option.dataset.index) : this.active;
    if (index !== this.active) {
      this.active = index;
      for (const [number, element] of this.#options().entries()) element.classList.toggle("active", number === index);
    }
  }
}

/** The lines that hold what was typed; those that begin with it come first. */
export function filtered(lines, typed) {
  const wanted = typed.trim().toLocaleLowerCase();
  if (!wanted) return lines;
  const hits = lines.filter(({ label, description }) => `${label} ${description ?? ""}`.toLocaleLowerCase().includes(wanted));
  const begins = ({ label }) => label.toLocaleLowerCase().startsWith(wanted);
  return [...hits.filter(begins), ...hits.filter((line) => !begins(line))];
}

/** Whether a list of that many lines has a field to search in. */
export const searched = (count) => count > 10 && !isTouch();
