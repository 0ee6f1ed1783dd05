/** Markdown as elements, and as plain text for those who hear it. */

import { h } from "../dom.js";
import { state } from "../room.js";
import { nameOf } from "../state.js";
import { moment, timeElement } from "../times.js";
import { say } from "../words.js";
import { blocks } from "./blocks.js";

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/;
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s|<a?:\w+:\d+>){1,120}$/u;
const HAS_EMOJI = /\p{Extended_Pictographic}|<a?:\w+:\d+>/u;

/**
 * A text as elements.
 * @param {string} text
 * @returns {HTMLElement} a div
 */
export function markdown(text) {
  const large = ONLY_EMOJI.test(text) && HAS_EMOJI.test(text) ? "large-emoji" : "";
  return h("div", { class: ["markdown", large] }, blocks(text).map(block));
}

/** A text in one line without marks, for announcements and labels. */
export function plain(text) {
  return blocks(text).map(blockText).join(" ").replace(/\s+/g, " ").trim();
}

const BLOCKS = {
  lines: ({ nodes }) => h("div", { class: "lines" }, nodes.map(node)),
  // A heading of a message is none of the page: levels below those of the page's own.
  heading: ({ level, nodes }) => h(`h${level + 2}`, { class: `heading-${level}` }, nodes.map(node)),
  subtext: ({ nodes }) => h("div", { class: "subtext" }, nodes.map(node)),
  fence: ({ language, text }) => h("pre", { data: { language }, tabindex: "0" }, h("code", {}, text)),
  quote: (quote) => h("blockquote", {}, quote.blocks.map(block)),
  list: ({ ordered, start, items }) => h(ordered ? "ol" : "ul", { start: ordered ? start : null },
    items.map((item) => h("li", {}, item.nodes.map(node), item.blocks.map(block)))),
};

const block = (each) => BLOCKS[each.type](each);

const wrapped = (tag) => ({ children }) => h(tag, {}, children.map(node));

const NODES = {
  text: ({ text }) => text,
  code: ({ text }) => h("code", {}, text),
  break: () => h("br"),
  strong: wrapped("strong"),
  emphasis: wrapped("em"),
  underline: wrapped("u"),
  strike: wrapped("s"),
  spoiler: ({ children }) => h("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": say("markdownSpoiler"), data: { spoiler: "" },
  }, h("span", { class: "spoiled" }, children.map(node))),
  link: ({ url, children }) => linkTo(url, children.map(node)),
  user: ({ id }) => h("button", { type: "button", class: "mention", data: { user: id } }, `@${userName(id)}`),
  role: ({ id }) => roleMention(id),
  everyone: ({ text }) => h("span", { class: "mention" }, text),
  channel: ({ id }) => h("button", { type: "button", class: "mention", data: { channel: id } }, `#${channelName(id)}`),
  command: ({ name, id }) => h("button", { type: "button", class: "mention", data: { command: id, name } }, `/${name}`),
  emoji: (emoji) => emojiElement(emoji),
  time: ({ unix, style }) => timeElement(unix, style),
};

const node = (each) => NODES[each.type](each);

/** An emoji of the application's own, or a character. Each has a node of its own: where another takes
 *  its place, the one before may not stay until the new picture is there, since it may be a card.
 *  @param {{id?: string, name: string}} emoji */
export function emojiElement({ id, name, animated }) {
  if (!id) return h("span", { class: "emoji" }, name);
  if (!state.emojis.has(id)) return h("span", {}, `:${name}:`);
  return h("img", {
    class: "emoji", data: { key: `emoji ${id}` }, src: `emojis/${id}.${animated ? "gif" : "png"}`, alt: `:${name}:`, title: `:${name}:`, draggable: "false",
  });
}

/** A link, or for an address of Discord's own the way to that channel or message here. */
export function linkTo(url, children) {
  const jump = JUMP.exec(url);
  if (jump) {
    const bare = children.length === 1 && children[0] === url;
    return h("button", { type: "button", class: bare ? "mention" : "link", data: { channel: jump[2], jump: jump[3] } },
      bare ? `#${channelName(jump[2])}${jump[3] ? " › 💬" : ""}` : children);
  }
  return h("a", { href: url, target: "_blank", rel: "noreferrer noopener", class: "link" }, children);
}

function roleMention(id) {
  const role = state.guild?.roles.find((each) => each.id === id);
  return h("span", { class: "mention" }, `@${role?.name.replace(/^@/, "") ?? say("unknownRole")}`);
}

export const userName = (id) => (state.users.has(id) ? nameOf(state.users.get(id)) : say("unknownUser"));
export const channelName = (id) => state.channels.get(id)?.name ?? say("unknownChannel");

function blockText(each) {
  if (each.type === "fence") return each.text;
  if (each.type === "quote") return each.blocks.map(blockText).join(" ");
  if (each.type === "list") return each.items.map((item) => nodesText(item.nodes) + item.blocks.map(blockText).join(" ")).join("; ");
  return nodesText(each.nodes);
}

const nodesText = (nodes) => nodes.map(nodeText).join("");

const TEXTS = {
  break: () => " ",
  user: ({ id }) => `@${userName(id)}`,
  role: ({ id }) => roleMention(id).textContent,
  channel: ({ id }) => `#${channelName(id)}`,
  command: ({ name }) => `/${name}`,
  emoji: ({ name }) => name.replaceAll("_", " "),
  time: ({ unix, style }) => moment(unix * 1000, style),
  spoiler: () => "…",
};

function nodeText(each) {
  return TEXTS[each.type]?.(each) ?? each.text ?? nodesText(each.children ?? []);
}
