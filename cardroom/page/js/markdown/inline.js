/** What stands within a line of Discord's markdown: a text becomes a list of nodes.
 *
 *  A node is {type, …}: "text" {text}, "code" {text}, "link" {url, children}, "user" | "role" | "channel"
 *  {id}, "everyone" {text}, "command" {name, id}, "emoji" {name, id, animated}, "time" {unix, style},
 *  "break", and with children: "strong", "emphasis", "underline", "strike", "spoiler". */

const BARE_URL = /^https?:\/\/[^\s<]+[^<.,:;"')\]\s]/;
const TEXT = /^[^\\`*_~|[<@h\n]+|^[\s\S]/;
const WORD = /\w/;

/** What a text may begin with: a pattern, and the node that it makes; null: it is no such thing. */
const RULES = [
  [/^\\([^0-9A-Za-z\s])/, ([, sign]) => ({ type: "text", text: sign })],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, ([, , code]) => ({ type: "code", text: code.trim() || code })],
  [/^\n/, () => ({ type: "break" })],
  [/^<@!?(\d+)>/, ([, id]) => ({ type: "user", id })],
  [/^<@&(\d+)>/, ([, id]) => ({ type: "role", id })],
  [/^<#(\d+)>/, ([, id]) => ({ type: "channel", id })],
  [/^<\/([^:>\n]{1,100}):(\d+)>/, ([, name, id]) => ({ type: "command", name, id })],
  [/^<(a?):(\w+):(\d+)>/, ([, animated, name, id]) => ({ type: "emoji", name, id, animated: Boolean(animated) })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, ([, unix, style]) => ({ type: "time", unix: Number(unix), style: style ?? "f" })],
  [/^<(https?:\/\/[^\s>]+)>/, ([, url]) => link(url, [{ type: "text", text: url }])],
  [/^@(everyone|here)\b/, ([text]) => ({ type: "everyone", text })],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/, ([, text, url]) => link(url, inline(text))],
  [BARE_URL, ([url]) => link(url, [{ type: "text", text: url }])],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, nested("strong")],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, nested("underline")],
  [/^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, nested("emphasis")],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/, (match, before) => (WORD.test(before) ? null : nested("emphasis")(match))],
  [/^~~([\s\S]+?)~~/, nested("strike")],
  [/^\|\|([\s\S]+?)\|\|/, nested("spoiler")],
];

function nested(type) {
  return ([, text]) => ({ type, children: inline(text) });
}

const link = (url, children) => ({ type: "link", url, children });

/**
 * @param {string} text
 * @returns {Array<object>} nodes
 */
export function inline(text) {
  const nodes = [];
  let rest = text;
  let before = "";
  while (rest) {
    const { node, length } = first(rest, before);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    before = rest[length - 1];
    rest = rest.slice(length);
  }
  return nodes;
}

function first(rest, before) {
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(rest);
    const node = match && make(match, before);
    if (node) return { node, length: match[0].length };
  }
  const [text] = TEXT.exec(rest);
  return { node: { type: "text", text }, length: text.length };
}
