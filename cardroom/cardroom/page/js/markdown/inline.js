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
];

/** What stands between two marks: what it begins with, the whole of it, the node's type. Where the whole can't be
 *  found, `final` says that it can't be further on either, so that a text of marks alone is read once. */
const SPANS = [
  { mark: "**", pattern: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, type: "strong", final: true },
  { mark: "__", pattern: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, type: "underline", final: true },
  { mark: "*", pattern: /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, type: "emphasis" },
  { mark: "_", pattern: /^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/, type: "emphasis", apart: true },
  { mark: "~~", pattern: /^~~([\s\S]+?)~~/, type: "strike", final: true },
  { mark: "||", pattern: /^\|\|([\s\S]+?)\|\|/, type: "spoiler", final: true },
];

const link = (url, children) => ({ type: "link", url, children });

/**
 * @param {string} text
 * @param {string[]} [inside] types of the nodes around it: none stands in one of its own type
 * @returns {Array<object>} nodes
 */
export function inline(text, inside = []) {
  const nodes = [];
  const spans = SPANS.filter(({ type }) => !inside.includes(type));
  const ticks = new Ticks(text);
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const { node, length } = ticks.code(at) ?? first(rest) ?? span(rest, text[at - 1] ?? "", spans, inside) ?? plain(rest);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at += length;
  }
  return nodes;
}

/** The runs of backticks in a text: one of them is closed by the next one as long. */
class Ticks {
  #text;
  #runs = new Map();

  constructor(text) {
    this.#text = text;
    for (const { 0: run, index } of text.matchAll(/`+/g)) {
      if (!this.#runs.has(run.length)) this.#runs.set(run.length, []);
      this.#runs.get(run.length).push(index);
    }
    for (const places of this.#runs.values()) places.reverse();
  }

  /** The code that begins at a place; a run that nothing closes is text; null: there is no run. */
  code(at) {
    if (this.#text[at] !== "`") return null;
    let long = 1;
    while (this.#text[at + long] === "`") long += 1;
    const places = this.#runs.get(long) ?? [];
    while (places.length && places.at(-1) <= at) places.pop();
    const end = places.at(-1);
    if (end === undefined) return { node: { type: "text", text: "`".repeat(long) }, length: long };
    const code = this.#text.slice(at + long, end);
    return { node: { type: "code", text: code.trim() || code }, length: end + long - at };
  }
}

function first(rest) {
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(rest);
    const node = match && make(match);
    if (node) return { node, length: match[0].length };
  }
  return null;
}

function span(rest, before, spans, inside) {
  for (const each of [...spans]) {
    const { mark, pattern, type, final, apart } = each;
    if (!rest.startsWith(mark) || (apart && WORD.test(before))) continue;
    const match = pattern.exec(rest);
    if (match) return { node: { type, children: inline(match[1], [...inside, type]) }, length: match[0].length };
    if (final) spans.splice(spans.indexOf(each), 1);
  }
  return null;
}

function plain(rest) {
  const [text] = TEXT.exec(rest);
  return { node: { type: "text", text }, length: text.length };
}
