/** The line over the log: where one is, and the ways to the panels beside. */

import { button, byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { state } from "../room.js";
import { DIRECT, TEXT_CHANNEL, THREADS, nameOf } from "../state.js";
import { chosen, next } from "../theme.js";
import { say } from "../words.js";
import { titleOf } from "./sidebar.js";

const THEME_ICONS = { auto: "auto", dark: "moon", light: "sun" };

/** @param {object} room `go(channelId)`, `launch()`, `thread()`, `drawer(name)` */
export function header(room) {
  const box = byId("header");
  const banner = byId("banner");

  function draw() {
    const channel = state.channels.get(state.current);
    if (!channel) return;
    const parent = THREADS.includes(channel.type) ? state.channels.get(channel.parent_id) : null;
    const others = state.unread - (channel.unread ?? 0);
    fill(box,
      button({ class: "quiet only-narrow", "aria-label": say("openMenu"), title: say("openMenu"), press: () => room.drawer("sidebar") },
        icon("menu"), others > 0 && h("span", { class: "count" }, others > 99 ? "99+" : others)),
      parent && button({ class: "crumb", press: () => room.go(parent.id) }, icon("hash"), h("span", {}, parent.name)),
      parent && h("span", { class: "crumb-mark", "aria-hidden": "true" }, "›"),
      h("h1", {}, icon(parent ? "thread" : channel.type === DIRECT ? "at" : "hash"), h("span", {}, titleOf(channel))),
      channel.topic && h("span", { class: "topic", title: channel.topic }, channel.topic),
      h("span", { class: "spring" }),
      channel.type === TEXT_CHANNEL && channel.can_send && button({ class: "quiet", "aria-label": say("threadStart"), title: say("threadStart"), press: () => room.thread() }, icon("thread")),
      state.activity && button({ class: "quiet", "aria-label": say("activityStart"), title: say("activityStart"), press: () => room.launch() }, icon("apps")),
      themeButton(),
      button({ class: "quiet", "aria-label": say("openPeople"), title: say("openPeople"), press: () => room.drawer("people") }, icon("people")));
  }

  function themeButton() {
    const label = { auto: say("themeAuto"), dark: say("themeDark"), light: say("themeLight") }[chosen()];
    return button({ class: "quiet theme-switch", "aria-label": label, title: label, press: () => {
      next();
      draw();
      box.querySelector(".theme-switch").focus();
    } }, icon(THEME_ICONS[chosen()]));
  }

  /** Says what keeps presses from working. @param {boolean} connected */
  function warn(connected) {
    const bot = [...state.users.values()].find((user) => user.bot);
    banner.hidden = connected && (state.online || !bot);
    banner.classList.toggle("lost", !connected);
    banner.textContent = connected ? say("botAway", { name: nameOf(bot) }) : say("lost");
  }

  for (const name of ["ready", "channels", "users", "current", "commands"]) state.addEventListener(name, draw);
  return { warn };
}
