/** The list over the composer: commands, members, and what an option takes. */

import { h } from "../dom.js";
import { avatar } from "../messages/avatar.js";
import { Listbox, filtered } from "../popups/listbox.js";
import { connection, nonce, state } from "../room.js";
import { nameOf } from "../state.js";
import { localised, say } from "../words.js";
import { typedCommands } from "./commands.js";
import { linesFor } from "./options.js";

const PAUSE = 120;
const MOST = 25;

export class Suggestions {
  field = null;
  #list;
  #owner = null;
  #asked = null;
  #timer = 0;
  #leaving = 0;

  /** @param {(line: object) => void} choose a line was pressed */
  constructor(choose) {
    this.#list = new Listbox({ label: say("commands"), choose });
    this.title = h("div", { class: "suggestions-title" });
    this.element = h("div", { class: "suggestions", hidden: true }, this.title, this.#list.element);
  }

  get open() {
    return !this.element.hidden && this.#list.lines.length > 0;
  }

  /** The line that Enter takes; null: there is none. */
  get active() {
    return this.open ? this.#list.lines[this.#list.active] ?? null : null;
  }

  /** Moves the active line. @returns {boolean} whether the key was one of the list's */
  key(event) {
    return this.open && this.#list.key(event);
  }

  /** Suggestions for a message: commands after a slash, members after an @. */
  forText(text) {
    this.field = null;
    const before = text.value.slice(0, text.selectionStart);
    const command = /^\/([^\n]{0,60})$/.exec(text.value);
    const member = /(?:^|\s)@([^@\s]{0,32})$/.exec(before);
    if (command) this.#offer(text, commandLines(command[1]), say("commands"));
    else if (member) this.#offer(text, filtered(memberLines(), member[1]), say("here"));
    else this.hide();
  }

  /** Suggestions for an option of a command. */
  forField(field, line, channelId) {
    clearTimeout(this.#leaving);
    this.field = field;
    const { option, input } = field;
    const title = [h("b", {}, localised(option)), " ", localised(option, "description"), !option.required && h("span", { class: "optional" }, say("optional"))];
    if (option.autocomplete) {
      this.#ask(field, line, channelId, title);
      return;
    }
    const lines = linesFor(option);
    if (!lines || field.value !== undefined) {
      this.describe(localised(option, "description"), localised(option));
      return;
    }
    this.#offer(input, filtered(lines, input.value).slice(0, MOST), title);
    if (!option.required && input.value === "") this.#list.activate(-1);
  }

  /** A word on what is being filled in, without a list. @param {boolean} [wrong] it is what's wrong */
  describe(text, name, wrong = false) {
    clearTimeout(this.#leaving);
    this.#list.show([]);
    this.#list.element.hidden = true;
    this.title.replaceChildren(h("b", {}, name), ` ${text}`);
    this.title.classList.toggle("wrong", wrong);
    this.title.setAttribute("role", wrong ? "alert" : "presentation");
    this.element.hidden = false;
    this.#owner?.setAttribute("aria-expanded", "false");
  }

  /** The bot has suggested something. @param {object[]} choices Discord's */
  answered(number, choices) {
    if (number !== this.#asked || !this.field) return;
    const lines = choices.map((choice) => ({ value: choice.value, label: localised(choice) }));
    const { option, input } = this.field;
    this.#offer(input, lines, [h("b", {}, localised(option)), " ", localised(option, "description")]);
    if (!option.required && input.value === "") this.#list.activate(-1);
  }

  hide() {
    clearTimeout(this.#timer);
    clearTimeout(this.#leaving);
    this.#asked = null;
    this.element.hidden = true;
    this.#owner?.setAttribute("aria-expanded", "false");
    this.#owner?.removeAttribute("aria-activedescendant");
  }

  /** Hides the list soon, unless the focus comes back. */
  later() {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => {
      if (!document.activeElement?.closest(".composer")) this.hide();
    }, 150);
  }

  #ask(field, line, channelId, title) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#asked = nonce();
      const { command } = line.typed;
      connection.send({
        type: "autocomplete", nonce: this.#asked, channel_id: channelId, command_id: command.id, name: command.name, options: line.partial(field),
      });
    }, PAUSE);
    if (this.element.hidden) this.describe(localised(field.option, "description"), localised(field.option));
    else this.title.replaceChildren(...title.filter(Boolean));
  }

  #offer(owner, lines, title) {
    clearTimeout(this.#leaving);
    this.#owner = owner;
    this.title.classList.remove("wrong");
    this.title.setAttribute("role", "presentation");
    this.title.replaceChildren(...[title].flat().filter(Boolean));
    this.#list.element.hidden = false;
    this.#list.active = -1;
    this.#list.show(lines, []);
    this.#list.attach(owner);
    this.element.hidden = lines.length === 0 && !this.field;
    owner.setAttribute("aria-expanded", String(!this.element.hidden));
  }
}

function commandLines(typed) {
  const wanted = typed.toLocaleLowerCase();
  const matches = typedCommands().filter(({ label, command }) => label.toLocaleLowerCase().slice(1).includes(wanted) || command.name.includes(wanted));
  const begins = ({ label }) => label.toLocaleLowerCase().slice(1).startsWith(wanted);
  return [...matches.filter(begins), ...matches.filter((each) => !begins(each))].slice(0, MOST)
    .map((each) => ({ value: each.label, label: each.label, description: each.description, typed: each }));
}

const memberLines = () => [...state.users.values()].map((user) => ({
  value: user.id, label: nameOf(user), description: `@${user.username}`, face: avatar(user, "small"), user,
}));
