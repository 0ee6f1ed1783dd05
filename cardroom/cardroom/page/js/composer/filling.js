/** Filling in a command: its keys, and the way from field to field. */

import { localised } from "../words.js";
import { CommandLine } from "./line.js";

export class Filling {
  /** @type {CommandLine|null} */ line = null;

  /** @param {object} composer `put(line)`, `suggestions`, `channelId`, `send()`, `back(text)`, `waitForSend()` */
  constructor(composer) {
    this.composer = composer;
  }

  /** Begins with a command. @param {string} [rest] what was typed after its name */
  begin(typed, rest = "") {
    const line = new CommandLine(typed, {
      focused: (field) => this.#suggest(field), input: (field) => this.#suggest(field), key: (event, field) => this.#key(event, field),
    });
    this.line = line;
    this.composer.put(line);
    const [first] = line.fields;
    if (rest && first) {
      first.input.value = rest;
      line.show(first);
    }
    const next = line.lacking ?? first;
    if (next) next.input.focus();
    else {
      this.composer.waitForSend();
      this.composer.suggestions.describe(typed.description, typed.label);
    }
  }

  /** Puts a chosen line into its field, and goes on to what is lacking. */
  accept(field, chosen) {
    this.line.accept(field, chosen);
    const next = this.line.lacking ?? field;
    if (next === field) this.composer.suggestions.hide();
    next.input.focus();
    this.#suggest(next);
  }

  /** What to send; null: something is wrong, which is said. @returns {object[]|null} */
  collect() {
    const { options, error, field } = this.line.collect();
    if (!error) return options;
    field.input.focus();
    this.composer.suggestions.describe(error, localised(field.option), true);
    return null;
  }

  #suggest(field) {
    this.composer.suggestions.forField(field, this.line, this.composer.channelId);
  }

  #key(event, field) {
    const { key } = event;
    const { input } = field;
    const { suggestions } = this.composer;
    if (event.isComposing || suggestions.key(event)) return;
    const fresh = field.value === undefined ? suggestions.active : null;
    if (key === "Enter" || (key === "Tab" && !event.shiftKey && fresh && input.value !== "")) {
      event.preventDefault();
      this.#enter(key, field, fresh);
    } else if (key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (suggestions.open) suggestions.hide();
      else this.composer.back("");
    } else if (key === "Backspace" && input.value === "") {
      event.preventDefault();
      this.#back(field);
    } else if (key === "ArrowLeft" && input.selectionEnd === 0) this.line.before(field)?.input.focus();
    else if (key === "ArrowRight" && input.selectionStart === input.value.length) this.line.after(field)?.input.focus();
  }

  /** Takes the active line; what was typed in full, or needs no line, is sent. */
  #enter(key, field, fresh) {
    const typed = fresh && field.input.value.trim().toLocaleLowerCase() === fresh.label.toLocaleLowerCase();
    if (fresh) this.accept(field, fresh);
    if (key !== "Enter" || (fresh && !typed)) return;
    this.composer.send();
  }

  /** An empty optional field goes; before the first field, the command does. */
  #back(field) {
    const before = this.line.before(field);
    if (!field.option.required) this.line.remove(field);
    const next = before ?? this.line.fields[0];
    if (next && next !== field) next.input.focus();
    else this.composer.back(this.line.typed.label);
  }
}
