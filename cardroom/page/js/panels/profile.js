/** A member's profile: who they are, being them, and what apps can do with them. */

import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { Popup } from "../popups/popup.js";
import { connection, state } from "../room.js";
import { nameOf } from "../state.js";
import { LOCALES, localised, say } from "../words.js";

const USER_COMMAND = 2;

/** The address of this page as another member. @param {string} userId */
export function addressAs(userId) {
  const address = new URL(location.href);
  address.searchParams.set("as", userId);
  address.hash = "";
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
  const user = state.users.get(userId);
  if (!user) return;
  const commands = state.commands.filter(({ type }) => type === USER_COMMAND);
  const close = (then) => () => {
    popup.close("done");
    then();
  };
  const line = (name, label, press) => button({ class: "menu-line", press: close(press) }, icon(name), h("span", { class: "label" }, label));
  const content = h("div", { class: "profile" },
    h("div", { class: "profile-head" }, avatar(user, "large"), h("div", {},
      h("h2", {}, nameOf(user), user.bot && h("span", { class: "app" }, say("app"))),
      h("p", {}, `@${user.username}`, user.id === state.me.id && ` · ${say("you")}`, user.moderator && ` · ${say("moderator")}`))),
    !user.bot && h("div", { class: "profile-choices" }, languageField(user), moderatorField(user)),
    h("div", { class: "profile-lines" },
      user.bot && line("at", say("direct"), () => room.direct()),
      !user.bot && user.id !== state.me.id && line("swap", say("become", { name: nameOf(user) }), () => room.become(user.id)),
      !user.bot && line("window", say("newWindow", { name: nameOf(user) }), () => openWindow(user.id)),
      line("at", say("mention"), () => room.mention(user)),
      commands.length > 0 && h("div", { class: "group" }, say("apps")),
      commands.map((command) => line("apps", localised(command), () => room.run(command, user.id)))));
  const popup = new Popup(anchor, content, { class: "profile-popup", side: "beside" });
  popup.element.setAttribute("role", "dialog");
  popup.element.setAttribute("aria-label", say("profileOf", { name: nameOf(user) }));
  content.querySelector(".menu-line")?.focus();
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
