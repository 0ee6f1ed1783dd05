/** Where messages and commands are typed. */

import { button, byId, h, isTouch } from "../dom.js";
import { icon } from "../icons.js";
import { presses } from "../components/press.js";
import { Listbox } from "../popups/listbox.js";
import { connection, nonce, state } from "../room.js";
import { DIRECT, nameOf } from "../state.js";
import { titleOf } from "../panels/sidebar.js";
import { localised, say } from "../words.js";
import { commandIn, commandNamed, plainName } from "./commands.js";
import { Drafts } from "./drafts.js";
import { CommandLine } from "./line.js";
import { Notes } from "./notes.js";
import { Suggestions } from "./suggestions.js";

export class Composer {
  #box = byId("composer");
  #drafts = new Drafts();
  #notes = new Notes();
  #mentions = new Map();
  /** @type {CommandLine|null} */ #line = null;
  #key = null;

  /** @param {object} room see main.js @param {{toEnd: () => void}} log */
  constructor(room, log) {
    this.room = room;
    this.log = log;
    this.text = /** @type {HTMLTextAreaElement} */ (h("textarea", {
      rows: 1, maxlength: 2000, autocomplete: "off", enterkeyhint: "send", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list",
      on: { input: () => this.#typed(), keydown: (event) => this.#textKey(event), click: () => this.#offer(), blur: () => this.suggestions.later() },
    }));
    this.list = new Listbox({ label: say("commands"), choose: (line) => this.#choose(line) });
    this.suggestions = new Suggestions(this.list);
    this.field = h("div", { class: "composer-field" }, this.text);
    this.slash = button({ class: "quiet", press: () => this.#slash() }, icon("slash"));
    this.send = h("button", { type: "submit", class: "quiet send" }, icon("send"));
    this.#box.append(this.#notes.element, this.suggestions.element, h("form", {
      class: "composer-bar", on: { submit: (event) => { event.preventDefault(); this.#send(); } },
    }, this.slash, this.field, this.send));
    this.#box.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.#box.contains(relatedTarget)) this.suggestions.later();
    });
    for (const name of ["current", "ready", "channels", "users"]) state.addEventListener(name, () => this.#show());
  }

  // From elsewhere in the page

  /** Fills in a command whose name was pressed in a message. */
  begin(name, id) {
    const typed = commandNamed(name) ?? null;
    if (typed && (!id || typed.command.id === id || plainName(typed) === name)) this.#enter(typed);
  }

  /** Mentions a member in what is being typed. */
  mention(user) {
    this.#leave();
    const name = `@${nameOf(user)}`;
    this.#mentions.set(name, user.id);
    this.text.value = `${this.text.value}${this.text.value && !this.text.value.endsWith(" ") ? " " : ""}${name} `;
    this.#grow();
    this.text.focus();
  }

  /** Runs a command without anything to fill in: one of a context menu. */
  run(command, { target } = {}) {
    this.#dispatch(command, localised(command), { target_id: target, options: [] });
  }

  /** Takes in what the room says of a command or form. */
  settle({ nonce: number, status }) {
    this.#notes.settle(number, status);
  }

  /** Says that something went wrong. */
  tell(text, number) {
    if (number) this.#notes.settle(number, "done");
    this.#notes.tell(text);
  }

  /** Choices that the bot suggests for the field that has the focus. */
  suggest({ nonce: number, choices }) {
    this.suggestions.answered(number, choices.map((choice) => ({ value: choice.value, label: localised(choice) })));
  }

  /** A key that was pressed somewhere: letters go to the composer, as in Discord. */
  typed(event) {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ") return;
    if (target.closest?.("input, textarea, select, dialog, .popup") || this.text.disabled || isTouch()) return;
    (this.#line?.fields[0]?.input ?? this.text).focus();
  }

  // Showing

  #show() {
    const channel = state.channels.get(state.current);
    if (!channel) return;
    const key = `${state.me.id} ${channel.id}`;
    if (key !== this.#key) this.#turn(key);
    const closed = channel.can_send === false;
    this.text.disabled = closed;
    this.slash.disabled = closed;
    const name = titleOf(channel);
    this.text.placeholder = closed ? say("closed") : channel.type === DIRECT ? say("askWhom", { name }) : say("askWhere", { channel: name });
    this.text.setAttribute("aria-label", this.text.placeholder);
    for (const [element, label] of [[this.slash, say("slash")], [this.send, say("send")]]) {
      element.title = label;
      element.setAttribute("aria-label", label);
    }
  }

  /** Puts away what was being typed in one channel, and takes out what was in another. */
  #turn(key) {
    if (this.#key !== null) this.#drafts.keep(this.#key, this.text.value, this.#line);
    this.#key = key;
    const { text, line } = this.#drafts.of(key);
    this.text.value = text;
    this.suggestions.hide();
    this.#put(line);
    this.#grow();
  }

  #put(line) {
    this.#line = line;
    this.field.replaceChildren(line ? line.element : this.text);
    this.#box.classList.toggle("in-command", line !== null);
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 220)}px`;
    this.send.classList.toggle("ready", this.#line !== null || this.text.value.trim() !== "");
  }

  // Typing a message

  #typed() {
    const before = this.text.value;
    const named = /\s$/.test(before) && before.startsWith("/") ? commandIn(before) : null;
    if (named && named.rest === "") {
      this.#enter(named.typed);
      return;
    }
    this.#grow();
    this.#drafts.keep(this.#key, before, null);
    this.#offer();
  }

  #offer() {
    if (this.text.disabled || this.#line) return;
    this.suggestions.forText(this.text);
  }

  #slash() {
    if (this.#line) this.#leave();
    if (!this.text.value.startsWith("/")) this.text.value = "/";
    this.text.focus();
    this.#grow();
    this.#offer();
  }

  #textKey(event) {
    if (event.isComposing) return;
    if (this.suggestions.open && this.list.key(event)) return;
    if (event.key === "Escape" && this.suggestions.open) {
      event.preventDefault();
      event.stopPropagation();
      this.suggestions.hide();
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      const line = this.suggestions.open ? this.list.lines[this.list.active] : null;
      if (line) {
        event.preventDefault();
        this.#choose(line);
      } else if (event.key === "Enter") {
        event.preventDefault();
        this.#send();
      }
    } else if (event.key === "ArrowUp" && this.text.value === "") {
      event.preventDefault();
      [...document.querySelectorAll("#log [data-message]")].at(-1)?.focus();
    }
  }

  #choose(line) {
    if (line.typed) this.#enter(line.typed);
    else if (line.user) this.#insert(line.user);
    else if (this.suggestions.field) this.#accept(this.suggestions.field, line);
  }

  /** Puts a member's name in the place of the @… before the caret. */
  #insert(user) {
    const at = this.text.selectionStart;
    const head = this.text.value.slice(0, at).replace(/@[^@\s]*$/, `@${nameOf(user)} `);
    this.#mentions.set(`@${nameOf(user)}`, user.id);
    this.text.value = head + this.text.value.slice(at);
    this.text.setSelectionRange(head.length, head.length);
    this.suggestions.hide();
    this.#grow();
    this.text.focus();
  }

  // Filling in a command

  #enter(typed, rest = "") {
    this.text.value = "";
    const line = new CommandLine(typed, { focused: (field) => this.#focused(field), input: (field) => this.#input(field), key: (event, field) => this.#fieldKey(event, field) });
    this.#put(line);
    this.#drafts.keep(this.#key, "", line);
    this.suggestions.hide();
    if (rest && line.fields[0]) {
      line.fields[0].input.value = rest;
      line.show(line.fields[0]);
    }
    this.#grow();
    const first = line.lacking ?? line.fields[0];
    if (first) first.input.focus();
    else this.send.focus();
    if (!first) this.suggestions.describe(typed.description, typed.label);
  }

  #leave(text = "") {
    if (!this.#line) return;
    this.#put(null);
    this.text.value = text;
    this.#drafts.keep(this.#key, text, null);
    this.suggestions.hide();
    this.#grow();
  }

  #focused(field) {
    this.suggestions.forField(field, this.#line, state.current);
  }

  #input(field) {
    this.suggestions.forField(field, this.#line, state.current);
  }

  #accept(field, line) {
    this.#line.accept(field, line);
    this.suggestions.hide();
    (this.#line.lacking ?? field).input.focus();
    this.suggestions.hide();
    if (this.#line.lacking) this.#focused(this.#line.lacking);
  }

  #fieldKey(event, field) {
    const { key } = event;
    const { input } = field;
    if (event.isComposing || (this.suggestions.open && this.list.key(event))) return;
    const line = this.suggestions.open ? this.list.lines[this.list.active] : null;
    const fresh = line && field.value === undefined;
    if (key === "Enter" || (key === "Tab" && !event.shiftKey && fresh && input.value !== "")) {
      event.preventDefault();
      const typed = fresh && input.value.trim().toLocaleLowerCase() === line.label.toLocaleLowerCase();
      if (fresh) this.#accept(field, line);
      // What was typed in full needs no second Enter.
      if (key === "Enter" && (!fresh || typed) && !this.#line.lacking) this.#send();
    } else if (key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (this.suggestions.open) this.suggestions.hide();
      else this.#abandon();
    } else if (key === "Backspace" && input.value === "") {
      event.preventDefault();
      this.#back(field);
    } else if (key === "ArrowLeft" && input.selectionEnd === 0) this.#line.before(field)?.input.focus();
    else if (key === "ArrowRight" && input.selectionStart === input.value.length) this.#line.after(field)?.input.focus();
  }

  /** An empty optional field goes; before the first field, the command does. */
  #back(field) {
    const before = this.#line.before(field);
    if (!field.option.required) {
      this.#line.remove(field);
      if (before) before.input.focus();
      else if (this.#line.fields[0]) this.#line.fields[0].input.focus();
      else this.send.focus();
    } else if (before) before.input.focus();
    else this.#abandon(this.#line.typed.label);
  }

  #abandon(text = "") {
    this.#leave(text);
    this.text.focus();
    this.#offer();
  }

  // Sending

  #send() {
    if (this.#line) {
      this.#sendCommand();
      return;
    }
    const text = this.text.value.trim();
    if (!text) return;
    const named = text.startsWith("/") ? commandIn(text) : null;
    if (named) {
      this.#enter(named.typed, named.rest);
      if (!this.#line.lacking) this.#sendCommand();
      return;
    }
    let content = text;
    for (const [name, id] of this.#mentions) content = content.replaceAll(name, `<@${id}>`);
    if (!connection.send({ type: "say", channel_id: state.current, content })) return;
    this.#mentions.clear();
    this.text.value = "";
    this.#drafts.keep(this.#key, "", null);
    this.suggestions.hide();
    this.#grow();
    this.log.toEnd();
  }

  #sendCommand() {
    const { options, error, field } = this.#line.collect();
    if (error) {
      field.input.focus();
      this.suggestions.describe(error, localised(field.option), true);
      return;
    }
    const { command, label } = this.#line.typed;
    if (!this.#dispatch(command, label, { options })) return;
    this.#leave();
    this.text.focus();
    this.suggestions.hide();
  }

  /** @returns {boolean} whether it could be sent */
  #dispatch(command, label, more) {
    const number = nonce();
    const frame = { type: "command", nonce: number, channel_id: state.current, command_id: command.id, name: command.name, ...more };
    if (!connection.send(frame)) {
      this.#notes.tell(say("failedCommand", { command: label }));
      return false;
    }
    presses.note();
    this.#notes.wait(number, label);
    return true;
  }
}
