/** Puts the page together. */

import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { presses } from "./components/press.js";
import { Composer } from "./composer/composer.js";
import { watchLog } from "./messages/actions.js";
import { Log } from "./messages/log.js";
import { openForm } from "./forms/form.js";
import { Activity } from "./panels/activity.js";
import { header } from "./panels/header.js";
import { askForMember, askForThread, people } from "./panels/people.js";
import { addressAs } from "./panels/profile.js";
import { ordered, sidebar } from "./panels/sidebar.js";
import { connection, nonce, state } from "./room.js";
import { DIRECT } from "./state.js";
import { keepTime } from "./times.js";
import { speak } from "./words.js";

/** Milliseconds for which a lost connection is not worth a word. */
const SHORT = 800;

const app = byId("app");
let wanted = null;
let wantsDirect = false;
let late = 0;

const room = {
  go(channelId, messageId) {
    drawer(null);
    if (!state.channels.has(channelId)) return;
    if (channelId !== state.current) {
      state.show(channelId);
      location.hash = channelId;
      open();
    }
    if (messageId) log.jump(messageId);
  },
  become(userId) {
    history.replaceState(null, "", addressAs(userId));
    wanted = state.current;
    state.clear();
    activity.close();
    drawer(null);
    connection.connect(userId);
  },
  direct() {
    const channel = [...state.channels.values()].find(({ type }) => type === DIRECT);
    if (channel) {
      room.go(channel.id);
      return;
    }
    wantsDirect = true;
    connection.send({ type: "direct" });
  },
  thread: (message) => askForThread(state.current, message),
  addMember: askForMember,
  launch: () => connection.send({ type: "launch", nonce: nonce(), channel_id: state.current }),
  drawer,
  mention: (user) => composer.mention(user),
  compose: (name, id) => composer.compose(name, id),
  run: (command, target) => composer.run(command, target),
};

// Before all that draw: they draw in this language.
for (const name of ["ready", "users"]) state.addEventListener(name, () => speak(state.me.locale));

const log = new Log();
const composer = new Composer(log);
const activity = new Activity();
const { warn } = header(room);
sidebar(room);
people(room);
watchLog(room);
announce();
keepTime();

function open() {
  connection.send({ type: "open", channel_id: state.current });
}

/** Opens a panel that lies over the log where the window is narrow; hides or shows the members where it is wide. */
function drawer(name) {
  const wide = name === "people" && matchMedia("(min-width: 1101px)").matches;
  if (wide) app.classList.toggle("without-people");
  else {
    const now = app.dataset.drawer;
    if (name === null || now === name) delete app.dataset.drawer;
    else app.dataset.drawer = name;
    if (name && now !== name) byId(name).querySelector("[aria-current], button")?.focus();
  }
}

state.addEventListener("ready", () => {
  const known = [wanted, state.current, location.hash.slice(1)].find((id) => state.channels.has(id));
  if (new URL(location.href).searchParams.get("as") !== state.me.id) history.replaceState(null, "", addressAs(state.me.id));
  wanted = null;
  const first = ordered()[0]?.[0].id ?? [...state.channels.keys()][0];
  // The channel that is on the screen stays as it is until its messages come.
  if ((known ?? first) !== state.current) state.show(known ?? first);
  open();
});
state.addEventListener("channels", () => {
  if (state.current && !state.channels.has(state.current)) room.go(ordered()[0]?.[0].id);
  const direct = wantsDirect && [...state.channels.values()].find(({ type }) => type === DIRECT);
  if (direct) {
    wantsDirect = false;
    room.go(direct.id);
  }
});
state.addEventListener("message", ({ detail: message }) => {
  const channel = state.channels.get(message.channel_id);
  const seen = message.channel_id === state.current && log.watching;
  if (channel && message.author.id !== state.me.id) {
    channel.unread = (channel.unread ?? 0) + 1;
    if (seen) {
      connection.send({ type: "read", channel_id: channel.id, message_id: message.id });
      channel.unread = 0;
    }
    state.dispatchEvent(new CustomEvent("channels"));
  }
});
for (const name of ["ready", "bot"]) state.addEventListener(name, () => warn(true));

connection.addEventListener("connected", ({ detail: connected }) => {
  clearTimeout(late);
  if (!connected) late = setTimeout(() => warn(false), SHORT);
});
connection.addEventListener("frame", ({ detail: frame }) => {
  if (frame.type === "interaction") {
    if (!presses.settle(frame.nonce, frame.status, frame.message_id)) composer.settle(frame);
  } else if (frame.type === "error") {
    if (!presses.settle(frame.nonce, "failed", null, frame.text)) composer.tell(frame.text, frame.nonce);
  } else if (frame.type === "choices") composer.suggestions.answered(frame.nonce, frame.choices);
  else if (frame.type === "modal") openForm(frame);
  else if (frame.type === "activity") activity.open(frame);
  else if (frame.type === "authorized") activity.authorized(frame);
  else state.apply(frame);
});

addEventListener("hashchange", () => room.go(location.hash.slice(1)));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && app.dataset.drawer) drawer(null);
  else composer.typed(event);
});
addEventListener("pointerdown", ({ target }) => {
  if (app.dataset.drawer && !target.closest?.(".sidebar, .people, .popup, dialog, .header")) drawer(null);
});
for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "focus"]]) {
  target.addEventListener(name, () => connection.hurry());
}

connection.connect(new URL(location.href).searchParams.get("as"));
