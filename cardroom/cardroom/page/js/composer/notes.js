/** Words over the composer on commands that are under way or came to nothing. */

import { button, h } from "../dom.js";
import { dots } from "../components/buttons.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** Milliseconds for which a command may be under way before that is worth a word. */
const SOON = 350;
const PATIENCE = 3600;
const SHOWN = 12_000;

export class Notes {
  element = h("div", { class: "notes" });
  #waiting = new Map();

  /** A command was sent. */
  wait(number, label) {
    const note = { label, element: null };
    note.soon = setTimeout(() => {
      note.element = h("div", { class: "composer-note" }, dots(), h("span", {}, say("sending", { command: label })));
      this.element.append(note.element);
    }, SOON);
    note.late = setTimeout(() => this.settle(number, "failed"), PATIENCE);
    this.#waiting.set(number, note);
  }

  /** The room says what became of it. */
  settle(number, status) {
    const note = this.#waiting.get(number);
    if (!note || status === "sent") return;
    this.#waiting.delete(number);
    clearTimeout(note.soon);
    clearTimeout(note.late);
    note.element?.remove();
    if (status === "failed") this.tell(say("failedCommand", { command: note.label }));
  }

  /** Says something that went wrong. */
  tell(text) {
    const element = h("div", { class: "composer-note wrong", role: "alert" }, h("span", {}, text),
      button({ class: "quiet", "aria-label": say("close"), press: () => element.remove() }, icon("close")));
    this.element.replaceChildren(element);
    setTimeout(() => element.remove(), SHOWN);
  }
}
