/** Presses on components: what was sent to the room, what is waited for, what failed. */

import { connection, nonce } from "../room.js";

/** Milliseconds after which a press has failed even if the room says nothing more. Discord's 3 s, and a
 *  little for the way. */
const PATIENCE = 3600;
/** Milliseconds after one's own press within which what comes is taken for its answer. */
const ANSWERED_WITHIN = 4000;

/** Dispatches "changed" (detail: a message's id) and "answer" (detail: the id of a message that answers). */
class Presses extends EventTarget {
  #waiting = new Map();
  #chosen = new Map();
  #failed = new Map();
  #last = -Infinity;
  #wentOn = false;

  constructor() {
    super();
    addEventListener("keydown", ({ key }) => {
      if (key === "Tab" || key.startsWith("Arrow")) this.#wentOn = true;
    }, true);
  }

  /**
   * Sends a press; a component that waits for its answer already is left alone.
   * @param {object} message
   * @param {{key: string, customId: string, kind: number, values?: string[]}} what
   */
  press(message, { key, customId, kind, values = [] }) {
    if (this.isWaiting(message.id, key)) return;
    const number = nonce();
    this.note();
    this.#failed.delete(message.id);
    if (values.length || kind !== 2) this.#chosen.set(`${message.id} ${key}`, values);
    const sent = connection.send({
      type: "press", nonce: number, channel_id: message.channel_id, message_id: message.id,
      custom_id: customId, component_type: kind, values,
    });
    const timer = setTimeout(() => this.settle(number, "failed"), sent ? PATIENCE : 0);
    this.#waiting.set(number, { message: message.id, key, timer });
    this.#tell(message.id);
  }

  /**
   * Takes in what the room says of a press.
   * @param {string} number
   * @param {"sent"|"thinking"|"done"|"failed"} status
   * @param {string|null} [messageId] the message that answers
   * @param {string} [why] why it failed, where that is known
   * @returns {boolean} whether it was a press on a component
   */
  settle(number, status, messageId = null, why = "") {
    const press = this.#waiting.get(number);
    if (!press) return false;
    if (status === "sent") return true;
    clearTimeout(press.timer);
    press.answered = true;
    // The bot that is thinking says once more that it's done, with its answer.
    if (status !== "thinking") this.#waiting.delete(number);
    if (status === "failed") {
      this.#failed.set(press.message, why);
      this.#chosen.delete(`${press.message} ${press.key}`);
    }
    this.#tell(press.message);
    if (messageId && messageId !== press.message) this.#answered(messageId);
    return true;
  }

  /** Notes that something of one's own was sent just now that no component waits for (a command). */
  note() {
    this.#last = performance.now();
    this.#wentOn = false;
  }

  /** Whether the keyboard has gone elsewhere since: the answer doesn't take the focus then. */
  get wentOn() {
    return this.#wentOn;
  }

  /** Whether what comes now is likely to answer a press of one's own. */
  get recent() {
    return performance.now() - this.#last < ANSWERED_WITHIN;
  }

  /** Whether a press of one's own on a message waits for its answer: on one component of it, if a key is given. */
  isWaiting(messageId, key = null) {
    for (const press of this.#waiting.values()) if (press.message === messageId && (key ?? press.key) === press.key && !press.answered) return true;
    return false;
  }

  /** Why the last press on a message came to nothing, "" if nobody knows; undefined: it did not. */
  failure(messageId) {
    return this.#failed.get(messageId);
  }

  /** What was picked in a select whose message has not changed since. @returns {string[]|undefined} */
  chosen(messageId, key) {
    return this.#chosen.get(`${messageId} ${key}`);
  }

  /** A message has changed: what was picked and failed before is over. */
  forget(messageId) {
    this.#failed.delete(messageId);
    for (const name of this.#chosen.keys()) if (name.startsWith(`${messageId} `)) this.#chosen.delete(name);
  }

  #answered(messageId) {
    this.dispatchEvent(new CustomEvent("answer", { detail: messageId }));
  }

  #tell(messageId) {
    this.dispatchEvent(new CustomEvent("changed", { detail: messageId }));
  }
}

export const presses = new Presses();
