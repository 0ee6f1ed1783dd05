/** Discord's markdown by lines: a text becomes a list of blocks.
 *
 *  A block is {type, …}: "lines" {nodes}, "heading" {level: 1 to 3, nodes}, "subtext" {nodes}, "fence"
 *  {language, text}, "quote" {blocks}, "list" {ordered, start, items: [{nodes, blocks}]}. */

import { inline } from "./inline.js";

const LANGUAGE = /^```([\w+#.-]{1,30})\n/;
const HEADING = /^(#{1,3})[ \t]+(.+)$/;
const SUBTEXT = /^-#[ \t]+(.+)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.)[ \t]+(.+)$/;
const QUOTE = /^> ?/;

/**
 * @param {string} text
 * @param {boolean} [quoted] whether it stands in a quote: there is none within another
 * @returns {Array<object>} blocks
 */
export function blocks(text, quoted = false) {
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) found.push({ type: "lines", nodes: inline(plain.join("\n")) });
    plain = [];
  };
  let rest = text;
  while (rest !== "") {
    const block = special(rest, quoted);
    if (block) {
      flush();
      found.push(block.block);
      rest = rest.slice(block.length).replace(/^\n/, "");
      continue;
    }
    const fence = rest.indexOf("```", 1);
    const end = rest.indexOf("\n");
    const within = fence > 0 && (end < 0 || fence < end) && fenceOf(rest.slice(fence)) !== null;
    const stop = within ? fence : end < 0 ? rest.length : end;
    plain.push(rest.slice(0, stop));
    rest = rest.slice(within ? stop : stop + 1);
  }
  flush();
  return found;
}

/** The block that a text begins with, unless it is an ordinary line: {block, length in characters}. */
function special(rest, quoted) {
  const fence = fenceOf(rest);
  if (fence) return fence;
  if (!quoted && /^>>> ?/.test(rest)) {
    return { block: { type: "quote", blocks: blocks(rest.replace(/^>>> ?/, ""), true) }, length: rest.length };
  }
  const line = rest.split("\n", 1)[0];
  if (!quoted && (/^> /.test(line) || line === ">")) return quote(rest);
  const heading = HEADING.exec(line);
  if (heading) {
    return { block: { type: "heading", level: heading[1].length, nodes: inline(heading[2].trim()) }, length: line.length };
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { block: { type: "subtext", nodes: inline(subtext[1]) }, length: line.length };
  return ITEM.test(line) ? list(rest) : null;
}

/** The fence that a text begins with; null: it begins with none that is closed and holds something. */
function fenceOf(rest) {
  if (!rest.startsWith("```")) return null;
  const named = LANGUAGE.exec(rest);
  return (named && closed(rest, named[0].length, named[1])) ?? closed(rest, 3, "");
}

function closed(rest, from, language) {
  const start = rest[from] === "\n" ? from + 1 : from;
  const ink = /[^\s`]/g;
  ink.lastIndex = start;
  const end = ink.test(rest) ? rest.indexOf("```", ink.lastIndex) : -1;
  if (end < 0) return null;
  let last = end;
  while (rest[last - 1] === "\n") last -= 1;
  return { block: { type: "fence", language, text: rest.slice(start, last) }, length: end + 3 };
}

function quote(rest) {
  const lines = taken(rest, (line) => /^> /.test(line) || line === ">");
  const inner = lines.map((line) => line.replace(QUOTE, "")).join("\n");
  return { block: { type: "quote", blocks: blocks(inner, true) }, length: lines.join("\n").length };
}

function list(rest) {
  // Where bullets turn into numbers, another list begins.
  const ordered = isOrdered(rest);
  const lines = taken(rest, (line) => ITEM.test(line) && (/^ /.test(line) || isOrdered(line) === ordered));
  return { block: made(lines.map((line) => ITEM.exec(line))), length: lines.join("\n").length };
}

const isOrdered = (line) => /^ *\d/.test(line);

/** The list of matched lines; those that are indented further are lists within the item before. */
function made(matches) {
  const [, indent, mark] = matches[0];
  const items = [];
  for (let index = 0; index < matches.length; index += 1) {
    if (matches[index][1].length <= indent.length || index === 0) {
      items.push({ nodes: inline(matches[index][3]), blocks: [] });
      continue;
    }
    let end = index;
    while (end < matches.length && matches[end][1].length > indent.length) end += 1;
    items.at(-1).blocks.push(made(matches.slice(index, end)));
    index = end - 1;
  }
  const ordered = /\d/.test(mark);
  return { type: "list", ordered, start: ordered ? Number.parseInt(mark, 10) : 1, items };
}

function taken(text, wanted) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !wanted(line));
  return end < 0 ? lines : lines.slice(0, end);
}
