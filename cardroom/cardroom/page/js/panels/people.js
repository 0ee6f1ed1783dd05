/** The members of the room, and adding one. */

import { button, byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { walkByKeys } from "../popups/menu.js";
import { connection, state } from "../room.js";
import { nameOf } from "../state.js";
import { LOCALES, say } from "../words.js";
import { localeOptions, openProfile, openWindow } from "./profile.js";

const NAME = 32;

/** @param {object} room see openProfile */
export function people(room) {
  const box = byId("people");
  const list = h("div", { class: "people-list" });
  const add = h("div", { class: "people-add" });
  box.append(list, add);
  walkByKeys(list, ".person");

  const line = (user) => h("div", { class: "person-line" },
    button({ class: "person", "aria-label": say("profileOf", { name: nameOf(user) }), data: { user: user.id }, press: ({ currentTarget }) => openProfile(currentTarget, user.id, room) },
      h("span", { class: ["presence", user.bot && !state.online && "away"] }, avatar(user)),
      h("span", { class: "person-words" }, h("span", { class: "label" }, nameOf(user), user.bot && h("span", { class: "app" }, say("app")),
        user.id === state.me.id && h("span", { class: "you" }, say("you"))),
      !user.bot && h("span", { class: "person-note" }, LOCALES[user.locale] ?? user.locale))),
    !user.bot && user.id !== state.me.id && button({
      class: "quiet", title: say("newWindow", { name: nameOf(user) }), "aria-label": say("newWindow", { name: nameOf(user) }), press: () => openWindow(user.id),
    }, icon("window")));

  function draw() {
    if (!state.me) return;
    const focused = document.activeElement?.closest?.("#people [data-user]")?.dataset.user;
    const users = [...state.users.values()];
    const groups = [
      [say("moderators"), users.filter((user) => !user.bot && user.moderator)],
      [say("here"), users.filter((user) => !user.bot && !user.moderator)],
      [say("bot"), users.filter((user) => user.bot)],
    ].filter(([, members]) => members.length);
    box.setAttribute("aria-label", say("here"));
    fill(list, groups.map(([title, members]) => [h("div", { class: "group" }, `${title} — ${members.length}`), members.map(line)]));
    fill(add, button({ class: "button secondary", press: () => askForMember() }, icon("plus"), say("addMember")), h("p", {}, say("switchHint")));
    if (focused) list.querySelector(`[data-user="${focused}"]`)?.focus();
  }
  for (const name of ["ready", "users", "bot"]) state.addEventListener(name, draw);
}

/** Asks for the name and language of one more member. */
export function askForMember() {
  const name = h("input", { type: "text", maxlength: NAME, required: true, autocomplete: "off" });
  const language = h("select", {}, localeOptions("en-US"));
  ask(say("addMember"), [
    h("p", { class: "hint" }, say("addMemberHint")),
    h("label", { class: "field" }, h("span", {}, say("name")), name),
    h("label", { class: "field" }, h("span", {}, say("language")), language),
  ], say("add"), () => connection.send({ type: "add_member", name: name.value.trim(), locale: language.value }));
}

/** Asks for the name of a thread. @param {object} [message] the one that it starts at */
export function askForThread(channelId, message) {
  const name = h("input", { type: "text", maxlength: 100, required: true, autocomplete: "off" });
  ask(say("threadStart"), [h("label", { class: "field" }, h("span", {}, say("threadName")), name)], say("threadStart"),
    () => connection.send({ type: "thread", channel_id: channelId, name: name.value.trim(), ...(message ? { message_id: message.id } : {}) }));
}

/** A small form of the page's own. */
function ask(title, fields, verb, then) {
  const dialog = h("dialog", { class: "dialog", "aria-label": title, on: { close: () => dialog.remove() } },
    h("form", { method: "dialog", on: { submit: () => then() } },
      h("header", {}, h("h2", {}, title), button({ class: "quiet", "aria-label": say("close"), press: () => dialog.close() }, icon("close"))),
      h("div", { class: "dialog-body" }, fields),
      h("footer", {}, button({ class: "button secondary", press: () => dialog.close() }, say("cancel")),
        h("button", { class: "button primary" }, verb))));
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input")?.focus();
}
