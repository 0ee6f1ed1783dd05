/** A member's profile: who they are, being them, and what apps can do with them. */

import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { Popup } from "../popups/popup.js";
import { userName } from "../markdown/render.js";
import { morph } from "../morph.js";
import { connection, state } from "../room.js";
import { nameOf } from "../state.js";
import { LOCALES, localised, say } from "../words.js";

const USER_COMMAND = 2;

/** The address of this page as another member. @param {string} userId */
export function addressAs(userId) {
  const address = new URL(location.href);
  address.searchParams.set("as", userId);
  return address.href;
}

/** Opens the page as another member, beside this window. */
export function openWindow(userId) {
  open(addressAs(userId), `card-room-${userId}`, "popup,width=1000,height=820");
}

/**
 * @param {Element} anchor
 * @param {string} userId
 * @param {object} room see watchLog; besides `become(userId)` and `direct()`
 */
export function openProfile(anchor, userId, room) {
  if (!state.users.has(userId)) return;
  const close = (then) => () => {
    popup.close("done");
    then();
  };
  const content = drawn(userId, room, close);
  const watch = new AbortController();
  const popup = new Popup(anchor, content, { class: "profile-popup", side: "beside", closed: () => watch.abort() });
  popup.element.setAttribute("role", "dialog");
  popup.element.setAttribute("aria-label", say("profileOf", { name: userName(userId) }));
  content.querySelector(".menu-line")?.focus();
  // A change of language or rank is seen here too.
  state.addEventListener("users", () => {
    if (!popup.anchor.isConnected) popup.anchor = document.querySelector(`#people [data-user="${userId}"]`) ?? popup.anchor;
    morph(content, drawn(userId, room, close));
  }, { signal: watch.signal });
}

/** @param {(then: () => void) => () => void} close closes the popup, then does something */
function drawn(userId, room, close) {
  const user = state.users.get(userId);
  const name = nameOf(user);
  const commands = state.commands.filter(({ type }) => type === USER_COMMAND);
  const line = (key, sign, label, press) => button({ class: "menu-line", "data-key": key, press: close(press) }, icon(sign), h("span", { class: "label" }, label));
  return h("div", { class: "profile" },
    h("div", { class: "profile-head" }, avatar(user, "large"), h("div", {},
      h("h2", {}, name, user.bot && h("span", { class: "app" }, say("app"))),
      h("p", {}, `@${user.username}`, user.id === state.me.id && ` · ${say("you")}`, user.moderator && ` · ${say("moderator")}`))),
    !user.bot && h("div", { class: "profile-choices" }, languageField(user), moderatorField(user)),
    h("div", { class: "profile-lines" },
      user.bot && line("direct", "at", say("direct"), () => room.direct()),
      !user.bot && user.id !== state.me.id && line("become", "swap", say("become", { name }), () => room.become(user.id)),
      !user.bot && line("window", "window", say("newWindow", { name }), () => openWindow(user.id)),
      line("mention", "at", say("mention"), () => room.mention(user)),
      commands.length > 0 && h("div", { class: "group" }, say("apps")),
      commands.map((command) => line(command.id, "apps", localised(command), () => room.run(command, user.id)))));
}

function languageField(user) {
  return h("label", { class: "field beside" }, h("span", {}, say("language")),
    h("select", { on: { change: ({ target }) => connection.send({ type: "member", user_id: user.id, locale: target.value }) } },
      localeOptions(user.locale)));
}

function moderatorField(user) {
  return h("label", { class: "field beside" }, h("span", {}, say("moderator")),
    h("input", {
      type: "checkbox", class: "switch", role: "switch", checked: user.moderator,
      on: { change: ({ target }) => connection.send({ type: "member", user_id: user.id, moderator: target.checked }) },
    }));
}

/** The languages to choose from. @param {string} chosen */
export const localeOptions = (chosen) => Object.entries(LOCALES).map(([code, title]) =>
  h("option", { value: code, selected: code === chosen }, title));
