/** Where messages and commands are typed. */

import { button, byId, h, isTouch } from "../dom.js";
import { icon } from "../icons.js";
import { presses } from "../components/press.js";
import { titleOf } from "../panels/sidebar.js";
import { connection, nonce, state } from "../room.js";
import { DIRECT } from "../state.js";
import { localised, say } from "../words.js";
import { commandIn, commandNamed, plainName } from "./commands.js";
import { Drafts } from "./drafts.js";
import { Filling } from "./filling.js";
import { Notes } from "./notes.js";
import { Suggestions } from "./suggestions.js";
import { TextField } from "./text.js";

export class Composer {
  #box = byId("composer");
  #drafts = new Drafts();
  #notes = new Notes();
  #key = null;

  /** @param {{toEnd: () => void}} log */
  constructor(log) {
    this.log = log;
    this.suggestions = new Suggestions((line) => this.choose(line));
    this.text = new TextField(this);
    this.filling = new Filling(this);
    this.field = h("div", { class: "composer-field" }, this.text.element);
    this.slash = button({ class: "quiet", press: () => this.#slash() }, icon("slash"));
    this.sender = h("button", { type: "submit", class: "quiet send" }, icon("send"));
    this.#box.append(this.#notes.element, this.suggestions.element, h("form", {
      class: "composer-bar", on: { submit: (event) => { event.preventDefault(); this.send(); } },
    }, this.slash, this.field, this.sender));
    this.#let(false); // what is typed before there is a channel would be lost
    this.#box.addEventListener("focusout", () => this.suggestions.later());
    for (const name of ["current", "ready", "channels", "users"]) state.addEventListener(name, () => this.#show());
  }

  get channelId() {
    return state.current;
  }

  // From elsewhere in the page

  /** Fills in a command whose name was pressed in a message. */
  compose(name, id) {
    const typed = commandNamed(name);
    if (typed && (!id || typed.command.id === id || plainName(typed) === name)) this.begin(typed);
  }

  /** Mentions a member in what is being typed. */
  mention(user) {
    if (this.filling.line) this.put(null);
    this.text.mention(user);
    this.changed();
  }

  /** Runs a command without anything to fill in: one of a context menu. */
  run(command, target) {
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

  /** Puts the caret where one types, unless that would raise a keyboard on the screen. */
  focus() {
    if (!isTouch()) (this.filling.line?.lacking?.input ?? this.filling.line?.fields[0]?.input ?? this.text.element).focus();
  }

  /** A key that was pressed somewhere: letters go to the composer, as in Discord. */
  typed({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }) {
    if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ") return;
    if (!target.closest?.("input, textarea, select, dialog, .popup") && !this.text.element.disabled) this.focus();
  }

  // Between the fields and the lists

  /** Begins to fill in a command. */
  begin(typed, rest = "") {
    this.suggestions.hide();
    this.filling.begin(typed, rest);
  }

  /** Shows a command's fields; null: the field for text. */
  put(line) {
    this.filling.line = line;
    this.field.replaceChildren(line ? line.element : this.text.element);
    if (line) this.text.clear();
    this.changed();
  }

  /** Leaves a command for a text. */
  back(text) {
    this.put(null);
    this.text.value = text;
    this.changed();
    this.suggestions.hide();
    this.text.element.focus();
    if (text) this.offer();
  }

  /** A command that needs nothing filled in waits to be sent. */
  waitForSend() {
    this.sender.focus();
  }

  /** What is being typed is another text now. */
  changed() {
    const { line } = this.filling;
    this.sender.classList.toggle("ready", line !== null || this.text.value.trim() !== "");
    if (this.#key !== null) this.#drafts.keep(this.#key, this.text.value, line);
  }

  /** Suggests commands and members for what was typed. */
  offer() {
    if (!this.text.element.disabled && !this.filling.line) this.suggestions.forText(this.text.element);
  }

  /** Takes a suggestion. */
  choose(line) {
    if (line.typed) this.begin(line.typed);
    else if (line.user) {
      this.text.mention(line.user);
      this.suggestions.hide();
      this.changed();
    } else if (this.suggestions.field) this.filling.accept(this.suggestions.field, line);
  }

  #slash() {
    if (this.filling.line) this.put(null);
    if (!this.text.value.startsWith("/")) this.text.value = "/";
    this.changed();
    this.text.element.focus();
    this.offer();
  }

  // Showing

  #show() {
    const channel = state.channels.get(state.current);
    if (!channel) return;
    const key = `${state.me.id} ${channel.id}`;
    const closed = channel.can_send === false;
    this.#let(!closed);
    if (key !== this.#key) this.#turn(key);
    const name = titleOf(channel);
    const { element } = this.text;
    element.placeholder = closed ? say("closed") : channel.type === DIRECT ? say("askWhom", { name }) : say("askWhere", { channel: name });
    element.setAttribute("aria-label", element.placeholder);
    for (const [each, label] of [[this.slash, say("slash")], [this.sender, say("send")]]) {
      each.title = label;
      each.setAttribute("aria-label", label);
    }
  }

  /** Lets one type, or not. */
  #let(type) {
    this.text.element.disabled = !type;
    this.slash.disabled = !type;
  }

  /** Takes out what was being typed in another channel. What was typed in this one is kept already. */
  #turn(key) {
    this.#key = null;
    const { text, line } = this.#drafts.of(key);
    this.suggestions.hide();
    this.put(line);
    this.text.value = text;
    this.#key = key;
    this.changed();
    this.focus();
  }

  // Sending

  /** Sends what was typed. */
  send() {
    if (this.filling.line) {
      this.#sendCommand();
      return;
    }
    const { content } = this.text;
    const named = content.startsWith("/") ? commandIn(content) : null;
    // What follows a command that takes nothing has no place in it: the whole is a message.
    if (named && (named.rest === "" || named.typed.options.length)) {
      this.begin(named.typed, named.rest);
      if (!this.filling.line.lacking) this.#sendCommand();
      return;
    }
    // Without a connection the text stays, and the banner says why.
    if (!content || !connection.send({ type: "say", channel_id: state.current, content })) return;
    this.text.clear();
    this.changed();
    this.suggestions.hide();
    this.log.toEnd();
  }

  #sendCommand() {
    const options = this.filling.collect();
    const { command, label } = this.filling.line.typed;
    if (options !== null && this.#dispatch(command, label, { options })) this.back("");
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
    this.log.toEnd();
    this.#notes.wait(number, label);
    return true;
  }
}
