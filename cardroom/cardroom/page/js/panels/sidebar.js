/** The list of channels, threads and direct messages, and who the member of this window is. */

import { button, byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { openMenu, walkByKeys } from "../popups/menu.js";
import { state } from "../room.js";
import { DIRECT, THREADS, nameOf } from "../state.js";
import { LOCALES, say } from "../words.js";
import { openWindow } from "./profile.js";

/** The channels in the order in which they are listed: [channel, its threads][]. */
export function ordered() {
  const all = [...state.channels.values()];
  const threads = (id) => all.filter(({ type, parent_id }) => THREADS.includes(type) && parent_id === id);
  return all.filter(({ type }) => type !== DIRECT && !THREADS.includes(type) && type !== 4)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((channel) => [channel, threads(channel.id)]);
}

/** The name of a channel that is listed; of direct messages, the other one's. */
export function titleOf(channel) {
  if (channel?.type === DIRECT) return nameOf(state.users.get(channel.recipients?.[0]?.id) ?? channel.recipients?.[0]);
  return channel?.name ?? "";
}

/** @param {object} room `go(channelId)`, `direct()`, `become(userId)`, `addMember()` */
export function sidebar(room) {
  const box = byId("sidebar");
  const head = h("div", { class: "server" });
  const list = h("div", { class: "channels" });
  const foot = h("div", { class: "self" });
  box.append(head, list, foot);
  walkByKeys(list, ".channel");

  const line = (channel, kind) => button({
    class: ["channel", kind, channel.unread > 0 && "unread"], "aria-current": channel.id === state.current ? "page" : null,
    data: { channel: channel.id }, press: () => room.go(channel.id),
  }, face(channel), h("span", { class: "label" }, titleOf(channel)),
  channel.unread > 0 && h("span", { class: "count", "aria-label": say("unread", { number: channel.unread }) }, channel.unread > 99 ? "99+" : channel.unread));

  function draw() {
    if (!state.me) return;
    const focused = document.activeElement?.closest?.("#sidebar [data-channel]")?.dataset.channel;
    box.setAttribute("aria-label", say("channels"));
    fill(head, h("img", { src: "page/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, state.guild.name));
    const lines = (channels) => channels.map(([channel, threads]) => [line(channel), threads.map((thread) => line(thread, "thread"))]);
    const here = ({ guild_id }) => guild_id === state.guild.id;
    const away = ordered().filter(([channel]) => !here(channel));
    const direct = [...state.channels.values()].filter(({ type }) => type === DIRECT);
    const bot = [...state.users.values()].find((user) => user.bot);
    fill(list,
      h("div", { class: "group" }, say("channels")),
      lines(ordered().filter(([channel]) => here(channel))),
      away.length > 0 && [h("div", { class: "group" }, say("away")), lines(away)],
      h("div", { class: "group" }, say("direct")),
      direct.map((channel) => line(channel)),
      direct.length === 0 && bot && button({ class: "channel", press: () => room.direct() }, avatar(bot, "small"), h("span", { class: "label" }, nameOf(bot))));
    fill(foot, button({ class: "self-button", title: say("switchHere"), "aria-haspopup": "menu", press: ({ currentTarget }) => switcher(currentTarget, room) },
      avatar(state.me), h("span", { class: "self-words" }, h("b", {}, nameOf(state.me)),
        h("span", {}, [LOCALES[state.me.locale] ?? state.me.locale, state.me.moderator && say("moderator")].filter(Boolean).join(" · "))),
      icon("swap")));
    if (focused) list.querySelector(`[data-channel="${focused}"]`)?.focus();
  }
  for (const name of ["ready", "channels", "users", "current", "message"]) state.addEventListener(name, draw);
}

function face(channel) {
  if (channel.type === DIRECT) return avatar(state.users.get(channel.recipients?.[0]?.id) ?? channel.recipients?.[0], "small");
  return icon(THREADS.includes(channel.type) ? "thread" : "hash");
}

/** The menu of who this window can be. */
function switcher(anchor, room) {
  const members = [...state.users.values()].filter((user) => !user.bot);
  openMenu(anchor, [
    say("youAre", { name: nameOf(state.me) }),
    ...members.map((user) => ({
      label: nameOf(user), note: LOCALES[user.locale] ?? user.locale, face: avatar(user, "small"), checked: user.id === state.me.id,
      press: () => user.id !== state.me.id && room.become(user.id),
      beside: { label: say("newWindow", { name: nameOf(user) }), icon: "window", press: () => openWindow(user.id) },
    })),
    null,
    { label: say("addMember"), icon: "plus", press: () => room.addMember() },
  ], { side: "above", class: "switcher" });
}
