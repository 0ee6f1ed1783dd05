/** A command while it is being filled in: its name, and a field for each option. */

import { button, h } from "../dom.js";
import { openMenu } from "../popups/menu.js";
import { localised, say } from "../words.js";
import { plainName, wrapped } from "./commands.js";
import { linesFor, read } from "./options.js";

export class CommandLine {
  /** @type {Array<{option: object, input: HTMLInputElement, element: HTMLElement, value?: any, text: string}>} */
  fields = [];

  /**
   * @param {import("./commands.js").Typed} typed
   * @param {object} composer `focused(field)`, `input(field)`, `key(event, field)`
   */
  constructor(typed, composer) {
    this.typed = typed;
    this.composer = composer;
    this.element = h("div", { class: "command-line", role: "group", "aria-label": typed.label });
    this.name = h("span", { class: "command-name" }, typed.label);
    this.rest = button({ class: "slot-more", press: ({ currentTarget }) => this.#offer(currentTarget) });
    this.element.append(this.name, this.rest);
    // One that may stay empty is there to be typed into all the same, if no other is.
    const needed = typed.options.filter(({ required }) => required);
    for (const option of needed.length ? needed : typed.options.slice(0, 1)) this.add(option);
    this.#count();
  }

  /** What the room calls the command: "tournament open". */
  get title() {
    return plainName(this.typed);
  }

  /** Shows a field for an option. */
  add(option) {
    const field = { option, text: "", value: undefined };
    field.input = h("input", {
      type: "text", autocomplete: "off", spellcheck: "false", "aria-label": `${localised(option)}: ${localised(option, "description")}`,
      size: 3, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-required": option.required ? "true" : null,
      on: {
        focus: () => this.composer.focused(field),
        input: () => {
          field.value = undefined;
          this.show(field);
          this.composer.input(field);
        },
        keydown: (event) => this.composer.key(event, field),
      },
    });
    field.element = h("label", { class: ["slot", option.required && "needed"] }, h("span", { class: "slot-name" }, localised(option)), field.input);
    this.fields.push(field);
    this.element.insertBefore(field.element, this.rest);
    this.#count();
    return field;
  }

  /** Takes an optional field away again. */
  remove(field) {
    this.fields = this.fields.filter((each) => each !== field);
    field.element.remove();
    this.#count();
  }

  /** Puts a chosen line into a field. */
  accept(field, { value, label }) {
    field.input.value = label;
    field.value = value;
    this.show(field);
  }

  /** Fits a field to its text. */
  show(field) {
    field.input.size = Math.max(field.input.value.length + 1, 3);
    field.element.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
  }

  /** The first field that has still to be filled in; undefined: none. */
  get lacking() {
    return this.fields.find(({ option, input }) => option.required && !input.value.trim());
  }

  /** The option that follows a field, made visible if it is not yet; undefined: none. */
  after(field) {
    return this.fields[this.fields.indexOf(field) + 1];
  }

  before(field) {
    return this.fields[this.fields.indexOf(field) - 1];
  }

  /**
   * What to send.
   * @returns {{options?: object[], error?: string, field?: object}} an error with the field that is wrong
   */
  collect() {
    const options = [];
    for (const field of this.fields) {
      const { option, input } = field;
      const { value, error } = field.value === undefined ? read(option, input.value) : { value: field.value };
      if (error) {
        field.element.classList.add("wrong");
        input.setAttribute("aria-invalid", "true");
        return { error, field };
      }
      if (value !== undefined) options.push({ name: option.name, type: option.type, value });
    }
    return { options: wrapped(this.typed.path, options) };
  }

  /** The options typed so far, for suggestions for one of them. */
  partial(focused) {
    const options = this.fields.filter((field) => field === focused || field.input.value.trim()).map((field) => {
      const { option, input } = field;
      const value = field.value ?? (linesFor(option) ? read(option, input.value).value : undefined) ?? input.value;
      return { name: option.name, type: option.type, value, ...(field === focused ? { focused: true, value: input.value } : {}) };
    });
    return wrapped(this.typed.path, options);
  }

  #left() {
    const shown = new Set(this.fields.map(({ option }) => option));
    return this.typed.options.filter((option) => !shown.has(option));
  }

  #count() {
    const left = this.#left().length;
    this.rest.hidden = left === 0;
    this.rest.textContent = say("moreOptions", { number: left });
  }

  #offer(anchor) {
    openMenu(anchor, this.#left().map((option) => ({
      label: localised(option), note: localised(option, "description"), press: () => this.add(option).input.focus(),
    })), { side: "above", refocus: false });
  }
}
