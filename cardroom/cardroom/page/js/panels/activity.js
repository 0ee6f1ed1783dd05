/** The bot's Activity: its page in a frame over the conversation, and Discord's side of what the two
 *  say to each other (the RPC protocol of the Embedded App SDK). */

import { button, byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { connection, nonce, state } from "../room.js";
import { nameOf } from "../state.js";
import { say } from "../words.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const INVALID_CLIENT = 4000;
const INVALID_COMMAND = 4002;
const OAUTH2 = 5000;

export class Activity {
  #box = byId("activity");
  #frame = null;
  #origin = "";
  /** Commands of the Activity that wait for a code, by the room's numbers for them. */
  #waiting = new Map();
  /** The members who have let this window's Activity know who they are. */
  #allowed = new Set();

  constructor() {
    addEventListener("message", (event) => this.#heard(event));
  }

  /** @param {{id: string, channel_id: string, url: string}} instance */
  open({ id, url }) {
    // One that is open already stays as it is, as on Discord.
    if (this.#frame && this.#frame.dataset.instance === id) return;
    this.#origin = url && new URL(url).origin;
    this.#frame = url ? h("iframe", { src: url, title: say("activity"), allow: "fullscreen", data: { instance: id } }) : null;
    fill(this.#box,
      h("header", { class: "activity-head" }, h("h2", {}, say("activity")),
        button({ class: "quiet", "aria-label": say("activityLeave"), title: say("activityLeave"), press: () => this.close() }, icon("close"))),
      this.#frame ?? h("p", { class: "none" }, say("activityNowhere")));
    this.#box.hidden = false;
  }

  /** Leaves the Activity, if one is open. */
  close() {
    if (this.#box.hidden) return;
    connection.send({ type: "leave_activity" });
    this.#box.hidden = true;
    this.#frame = null;
    this.#waiting.clear();
    fill(this.#box);
  }

  /** The room's answer to an Activity that wants to know who is there. @param {{nonce: string, code: string|null}} told */
  authorized({ nonce: number, code }) {
    const asked = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (!asked) return;
    if (code === null) this.#refuse(asked, OAUTH2, "The room refuses.");
    else this.#answer(asked, { code });
  }

  #heard({ source, origin, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin || !Array.isArray(data)) return;
    const [opcode, told] = data;
    if (opcode === HANDSHAKE) this.#greet(told);
    else if (opcode === FRAME) this.#do(told);
    else if (opcode === CLOSE) this.close();
  }

  #greet({ client_id: client }) {
    const bot = [...state.users.values()].find((user) => user.bot);
    if (client !== bot?.id) {
      this.#post([CLOSE, { code: INVALID_CLIENT, message: "Invalid Client ID" }]);
      return;
    }
    const config = { api_endpoint: "//discord.com/api", environment: "production" };
    this.#post([FRAME, { cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config } }]);
  }

  #do(asked) {
    if (asked.cmd === "AUTHORIZE") this.#authorize(asked);
    else if (asked.cmd === "CAPTURE_LOG") this.#answer(asked, null);
    else this.#refuse(asked, INVALID_COMMAND, `Unknown command: ${asked.cmd}`);
  }

  #authorize(asked) {
    const ask = () => {
      this.#allowed.add(state.me.id);
      const number = nonce();
      this.#waiting.set(number, asked);
      connection.send({ type: "authorize", nonce: number, client_id: String(asked.args?.client_id) });
    };
    if (this.#allowed.has(state.me.id)) ask();
    else this.#consent(ask, () => this.#refuse(asked, OAUTH2, "The user refuses."));
  }

  /** Asks the member, as Discord does for the first time. */
  #consent(allow, refuse) {
    const bot = nameOf([...state.users.values()].find((user) => user.bot));
    let then = refuse;
    const dialog = h("dialog", { class: "dialog", "aria-label": say("authorizeTitle", { name: bot }), on: { close: () => { dialog.remove(); then(); } } },
      h("form", { method: "dialog", on: { submit: () => { then = allow; } } },
        h("header", {}, h("h2", {}, say("authorizeTitle", { name: bot }))),
        h("div", { class: "dialog-body" }, h("p", {}, say("authorizeWhat"))),
        h("footer", {}, button({ class: "button secondary", press: () => dialog.close() }, say("cancel")),
          h("button", { class: "button primary" }, say("authorize")))));
    document.body.append(dialog);
    dialog.showModal();
  }

  #answer(asked, data) {
    this.#post([FRAME, { cmd: asked.cmd, evt: null, nonce: asked.nonce, data }]);
  }

  #refuse(asked, code, message) {
    this.#post([FRAME, { cmd: asked.cmd, evt: "ERROR", nonce: asked.nonce, data: { code, message } }]);
  }

  #post(message) {
    this.#frame?.contentWindow?.postMessage(message, this.#origin);
  }
}
