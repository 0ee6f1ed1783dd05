/** The opened form of selects: what can be picked, and picking it. Used in messages and in forms. */

import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { Listbox, filtered, searched } from "../popups/listbox.js";
import { Popup } from "../popups/popup.js";
import { state } from "../room.js";
import { nameOf } from "../state.js";
import { say } from "../words.js";
import * as kinds from "./kinds.js";

/**
 * The lines of a select.
 * @param {object} component any select of Discord's
 * @returns {import("../popups/listbox.js").Line[]}
 */
export function linesOf(component) {
  if (component.type === kinds.STRING_SELECT) return component.options ?? [];
  const users = [...state.users.values()].map((user) => ({ value: user.id, label: nameOf(user), face: avatar(user, "small") }));
  const roles = (state.guild?.roles ?? []).map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}`, face: icon("shield") }));
  const wanted = component.channel_types;
  const channels = [...state.channels.values()]
    .filter(({ type }) => type !== 1 && (!wanted?.length || wanted.includes(type)))
    .map((channel) => ({ value: channel.id, label: channel.name, face: icon(channel.type === 0 ? "hash" : "thread") }));
  return {
    [kinds.USER_SELECT]: users, [kinds.ROLE_SELECT]: roles,
    [kinds.MENTIONABLE_SELECT]: [...users, ...roles], [kinds.CHANNEL_SELECT]: channels,
  }[component.type] ?? [];
}

/** How many values may be picked: [least, most]. */
export function bounds(component) {
  const all = linesOf(component).length;
  return [component.min_values ?? 1, Math.min(component.max_values ?? 1, Math.max(all, 1))];
}

/**
 * Opens the list of a select.
 * @param {HTMLElement} anchor the closed select
 * @param {object} component
 * @param {string[]} picked what is picked already
 * @param {(values: string[]) => void} done what was picked in the end, only if it may be
 */
export function choose(anchor, component, picked, done) {
  return new Chooser(anchor, component, picked, done);
}

class Chooser {
  constructor(anchor, component, picked, done) {
    this.component = component;
    this.done = done;
    [this.least, this.most] = bounds(component);
    this.many = this.most > 1 || this.least === 0;
    this.before = picked;
    this.picks = [...picked];
    this.list = new Listbox({ label: component.placeholder || say("choose"), multiple: this.many, choose: (line) => this.#pick(line) });
    this.search = h("input", {
      class: "search", type: "text", placeholder: say("filter"), "aria-label": say("filter"), role: "combobox", "aria-expanded": "true",
      autocomplete: "off", on: { input: () => this.#show() },
    });
    const large = searched(linesOf(component).length);
    this.foot = h("div", { class: "foot" });
    this.popup = new Popup(anchor, h("div", { class: "chooser" }, large && this.search, this.list.element, this.many && this.foot), {
      wide: true, side: "below", class: "choices", closed: (how) => this.#closed(how),
    });
    anchor.setAttribute("aria-expanded", "true");
    this.anchor = anchor;
    this.#show();
    const field = large ? this.search : this.list.element;
    this.list.attach(field);
    field.addEventListener("keydown", (event) => this.#key(event));
    field.focus({ preventScroll: true });
    this.typed = "";
  }

  /** The message has changed while the list is open: shows what can be picked now. */
  update(component, anchor) {
    this.component = component;
    this.anchor = anchor;
    this.popup.anchor = anchor;
    [this.least, this.most] = bounds(component);
    const values = linesOf(component).map(({ value }) => value);
    this.picks = this.picks.filter((value) => values.includes(value));
    anchor.setAttribute("aria-expanded", "true");
    this.#show();
  }

  #show() {
    this.list.show(filtered(linesOf(this.component), this.search.value), this.picks);
    if (this.many) this.#showCount();
    this.popup.place();
  }

  #showCount() {
    const count = this.picks.length;
    this.foot.replaceChildren(
      h("span", { class: "foot-words" }, this.least === this.most ? say("picked", { number: count, most: this.most })
        : say("pickRange", { least: this.least, most: this.most, number: count })),
      button({ class: "button primary", disabled: count < this.least, press: () => this.popup.close("done") }, say("done")));
  }

  #pick({ value }) {
    if (!this.many) {
      this.picks = [value];
      this.popup.close("done");
      return;
    }
    if (this.picks.includes(value)) this.picks = this.picks.filter((each) => each !== value);
    else if (this.picks.length < this.most) this.picks = [...this.picks, value];
    else if (this.most === 1) this.picks = [value];
    else this.foot.firstChild?.animate?.([{ opacity: 0.2 }, { opacity: 1 }], 300);
    this.#show();
  }

  #key(event) {
    if (this.list.key(event)) return;
    const line = this.list.lines[this.list.active];
    if (event.key === "Enter" || (event.key === " " && event.target !== this.search)) {
      event.preventDefault();
      // Enter ends a choice of several that is complete; space only marks.
      if (event.key === "Enter" && this.many && (event.ctrlKey || event.metaKey || this.picks.length === this.most)) this.popup.close("done");
      else if (line) this.#pick(line);
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.popup.close(this.many ? "done" : "dismissed");
    } else if (event.key.length === 1 && event.target !== this.search && !event.ctrlKey && !event.metaKey) this.#type(event.key);
  }

  /** Jumps to the line that begins with what is typed. */
  #type(key) {
    clearTimeout(this.typing);
    this.typed += key.toLocaleLowerCase();
    this.typing = setTimeout(() => { this.typed = ""; }, 900);
    const index = this.list.lines.findIndex(({ label }) => label.toLocaleLowerCase().startsWith(this.typed));
    if (index >= 0) this.list.activate(index);
  }

  /** Several picks count when the list is closed, however that is done but by Esc, as in Discord. */
  #closed(how) {
    this.anchor.setAttribute("aria-expanded", "false");
    const changed = this.picks.length !== this.before.length || this.picks.some((value) => !this.before.includes(value));
    const wanted = how === "done" ? !this.many || changed : this.many && changed && !this.popup.cancelled;
    if (wanted && this.picks.length >= this.least) this.done(this.picks);
  }
}

