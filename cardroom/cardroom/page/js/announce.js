/** Tells screen readers what is new, and counts it in the window's title. */

import { byId, h } from "./dom.js";
import { presses } from "./components/press.js";
import { spoken } from "./messages/message.js";
import { titleOf } from "./panels/sidebar.js";
import { state } from "./room.js";
import { TEXT_CHANNEL, isEphemeral, nameOf } from "./state.js";

const LONGEST = 400;
const KEPT = 6;
/** Messages whose words are remembered, so that only what is new in them is told. */
const REMEMBERED = 200;

/** Begins to listen to the state. */
export function announce() {
  const box = byId("announcer");
  const heard = new Map();
  const hear = (message, text) => {
    heard.delete(message.id);
    heard.set(message.id, text);
    if (heard.size > REMEMBERED) heard.delete(heard.keys().next().value);
  };

  const say = (text) => {
    if (!text) return;
    box.append(h("p", {}, text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text));
    while (box.children.length > KEPT) box.firstChild.remove();
  };

  state.addEventListener("message", ({ detail: message }) => {
    const text = spoken(message);
    hear(message, text);
    if (message.author.id !== state.me.id && message.channel_id === state.current) say(`${nameOf(message.author)}: ${text}`);
  });
  // A panel of one's own says what is new in it; a table that everybody sees would never be silent.
  state.addEventListener("update", ({ detail: message }) => {
    const before = heard.get(message.id) ?? "";
    const text = spoken(message);
    hear(message, text);
    if (message.channel_id === state.current && (isEphemeral(message) || presses.recent)) say(news(before, text));
  });
  state.addEventListener("messages", ({ detail }) => {
    heard.clear();
    for (const message of state.history(detail.channel_id).list) hear(message, spoken(message));
  });

  const title = () => {
    const channel = state.channels.get(state.current);
    const name = channel ? `${channel.type === TEXT_CHANNEL ? "#" : ""}${titleOf(channel)} · ` : "";
    document.title = `${state.unread ? `(${state.unread}) ` : ""}${name}${state.guild?.name ?? ""}`;
  };
  for (const name of ["ready", "channels", "current", "message"]) state.addEventListener(name, title);
}

/** The sentences of a text that were not in the one before. */
function news(before, text) {
  const known = new Set(sentences(before));
  return sentences(text).filter((sentence) => !known.has(sentence)).join(" ");
}

const sentences = (text) => text.split(/(?<=[.!?…])\s+/);
