/** The log of a channel: draws its messages and keeps them as the state has them. */

import { byId, fill, h } from "../dom.js";
import { Gate } from "../gate.js";
import { morph } from "../morph.js";
import { presses } from "../components/press.js";
import { connection, state } from "../room.js";
import { Scroll } from "../scroll.js";
import { isEphemeral } from "../state.js";
import { day, sameDay } from "../times.js";
import { say } from "../words.js";
import { messageElement, sentAt } from "./message.js";
import { focusMark, focusAgain } from "./focus.js";

/** Pixels from the top at which older messages are asked for. */
const NEAR_TOP = 300;

export class Log {
  #box = byId("scroller");
  #log = byId("log");
  #pill = byId("pill");
  #gate = new Gate(this.#box);
  #scroll = new Scroll(this.#box, this.#log);
  #asked = null;
  #newFrom = null;
  #unseen = 0;
  #wanted = null;

  constructor() {
    this.#pill.addEventListener("click", () => this.#scroll.toEnd());
    this.#scroll.addEventListener("moved", () => this.#looked());
    addEventListener("focus", () => this.#looked());
    document.addEventListener("visibilitychange", () => this.#looked());
    state.addEventListener("current", () => this.#begin());
    state.addEventListener("messages", ({ detail }) => this.#messages(detail));
    state.addEventListener("message", ({ detail }) => this.#message(detail));
    state.addEventListener("update", ({ detail }) => this.#update(detail));
    state.addEventListener("delete", ({ detail }) => this.#deleted(detail));
    state.addEventListener("users", () => this.#redraw());
    presses.addEventListener("changed", ({ detail }) => this.#refresh(detail, true));
    presses.addEventListener("answer", ({ detail }) => this.#reveal(detail));
  }

  /** Whether the member of this window looks at the newest messages. */
  get watching() {
    return document.hasFocus() && document.visibilityState === "visible" && this.#scroll.atEnd;
  }

  /** Goes to a message of the current channel, also when its channel has still to be loaded. */
  jump(messageId) {
    const element = byId(`message-${messageId}`);
    if (!element) {
      this.#wanted = messageId;
      return;
    }
    this.#wanted = null;
    this.#scroll.to(element);
    element.focus({ preventScroll: true });
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 2000);
  }

  /** Shows the log's end: the member said something, or sent a command. */
  toEnd() {
    this.#newFrom = null;
    this.#scroll.toEnd();
  }

  #begin() {
    const channel = state.channels.get(state.current);
    this.#newFrom = null;
    this.#unseen = 0;
    this.#asked = null;
    this.#log.setAttribute("aria-label", say("messagesIn", { channel: channel?.name ?? "" }));
    fill(this.#log);
    if (state.histories.has(state.current)) this.#redraw();
    this.#scroll.reset();
  }

  #messages({ channel_id, older }) {
    if (channel_id !== state.current) return;
    this.#asked = null;
    const { list } = state.history(channel_id);
    const unread = state.channels.get(channel_id)?.unread ?? 0;
    if (!older && unread > 0 && this.#newFrom === null) this.#newFrom = list.at(-unread)?.id ?? null;
    this.#gate.pass(() => {
      this.#scroll.keep(() => this.#drawAll());
      if (this.#wanted && byId(`message-${this.#wanted}`)) this.jump(this.#wanted);
      this.#looked();
    });
  }

  #message(message) {
    if (message.channel_id !== state.current) return;
    const mine = message.author.id === state.me.id;
    const answer = isEphemeral(message) && presses.recent;
    const byKeyboard = answer && !presses.wentOn && this.#log.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    if (mine) this.#newFrom = null;
    else if (!this.watching && this.#newFrom === null && !answer) this.#newFrom = message.id;
    this.#gate.pass(() => {
      if (message.channel_id !== state.current) return;
      if (this.#scroll.waits || !this.#scroll.atEnd) this.#unseen += mine || answer ? 0 : 1;
      this.#scroll.keep(() => this.#append(message.id));
      if (mine || answer) this.#scroll.toEnd();
      else if (this.#scroll.waits) this.#unseen = Math.max(this.#unseen, 1);
      if (byKeyboard) byId(`message-${message.id}`)?.focus({ preventScroll: true });
      if (this.#scroll.atEnd && !this.#scroll.waits) state.trim(state.current);
      this.#looked();
    }, { own: mine || answer });
  }

  #update(message) {
    presses.forget(message.id);
    this.#refresh(message.id, presses.recent, presses.isWaiting(message.id));
  }

  #deleted({ channel_id }) {
    if (channel_id === state.current) this.#redraw();
  }

  /** Draws one message anew. `answers`: it answers a press on this very message. */
  #refresh(messageId, own, answers = false) {
    this.#gate.pass(() => {
      const { list } = state.history(state.current);
      const index = list.findIndex(({ id }) => id === messageId);
      const element = byId(`message-${messageId}`);
      if (index < 0 || !element) return;
      const mark = focusMark(element);
      this.#scroll.keep(() => morph(element, messageElement(list[index], list[index - 1])), { grows: element, own: answers });
      if (mark) focusAgain(element, mark);
      element.dispatchEvent(new CustomEvent("redrawn", { bubbles: true, detail: messageId }));
    }, { own });
  }

  #redraw() {
    this.#gate.pass(() => this.#scroll.keep(() => this.#drawAll()));
  }

  #drawAll() {
    const mark = focusMark(this.#log);
    const { list, more } = state.history(state.current);
    const fresh = h("ol", {}, ...list.flatMap((message, index) => this.#rows(message, list[index - 1])));
    if (!list.length) fresh.append(this.#emptiness());
    if (!more && list.length) fresh.prepend(this.#beginning());
    for (const { name, value } of [...this.#log.attributes]) if (name !== "style") fresh.setAttribute(name, value);
    fresh.style.cssText = this.#log.style.cssText;
    morph(this.#log, fresh);
    if (mark) focusAgain(this.#log, mark);
  }

  #append(messageId) {
    const { list } = state.history(state.current);
    const index = list.findIndex(({ id }) => id === messageId);
    if (index < 0 || byId(`message-${messageId}`)) return;
    if (index !== list.length - 1 || list.length === 1) this.#drawAll();
    else this.#log.append(...this.#rows(list[index], list[index - 1]));
  }

  /** A message with the lines that stand above it. */
  #rows(message, before) {
    const rows = [];
    if (!before || !sameDay(sentAt(before), sentAt(message))) {
      rows.push(h("li", { class: "divider", "data-key": `day-${message.id}` }, h("span", {}, day(sentAt(message)))));
    }
    const isNew = message.id === this.#newFrom;
    if (isNew) rows.push(h("li", { class: "divider new", "data-key": "new" }, h("span", {}, say("newMark"))));
    rows.push(messageElement(message, rows.length ? undefined : before));
    return rows;
  }

  #beginning() {
    const channel = state.channels.get(state.current);
    return h("li", { class: "beginning", "data-key": "beginning" }, h("h2", {}, channel?.type === 0 ? `#${channel.name}` : channel?.name ?? ""),
      channel?.topic && h("p", {}, channel.topic));
  }

  #emptiness() {
    return h("li", { class: "emptiness", "data-key": "emptiness" }, h("p", {}, say("nothingHere")), h("p", {}, say("nothingHereHint")));
  }

  /** An answer to the member's own press is shown, whatever they were looking at. */
  #reveal(messageId) {
    if (state.message(messageId)) this.#gate.pass(() => this.#scroll.toEnd(), { own: true });
  }

  #looked() {
    const channel = state.channels.get(state.current);
    const { list, more } = state.history(state.current);
    if (this.#scroll.atEnd && !this.#scroll.waits) this.#unseen = 0;
    const away = !this.#scroll.atEnd || this.#scroll.waits;
    this.#pill.hidden = !away || (this.#unseen === 0 && this.#near());
    this.#pill.textContent = this.#unseen ? say("newMessages", { number: this.#unseen }) : say("presentDown");
    if (channel?.unread && list.length && this.watching && !this.#scroll.waits) {
      connection.send({ type: "read", channel_id: channel.id, message_id: list.at(-1).id });
      state.read(channel.id);
    }
    if (more && list.length && this.#asked === null && this.#box.scrollTop < NEAR_TOP) {
      this.#asked = list[0].id;
      connection.send({ type: "history", channel_id: state.current, before: list[0].id });
    }
  }

  /** Whether the end is so near that a way to it would only be in the way. */
  #near() {
    return this.#box.scrollHeight - this.#box.clientHeight - this.#box.scrollTop < this.#box.clientHeight;
  }
}

