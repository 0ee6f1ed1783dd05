/** The slash commands that a member can type: those with subcommands are one line for each. */

import { state } from "../room.js";
import { localised } from "../words.js";

const SUBCOMMAND = 1;
const GROUP = 2;
const CHAT_INPUT = 1;

/**
 * @typedef {object} Typed a command as it is typed
 * @property {object} command Discord's object
 * @property {object[]} path the subcommand group and subcommand, if any
 * @property {string} label "/tournament open", in the member's language
 * @property {string} description
 * @property {object[]} options
 */

/** All that can be typed. @returns {Typed[]} */
export function typedCommands() {
  return state.commands.filter(({ type }) => (type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => lines(command, []))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function lines(command, path) {
  const last = path.at(-1) ?? command;
  const below = (last.options ?? []).filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (below.length) return below.flatMap((each) => lines(command, [...path, each]));
  const names = [command, ...path].map((each) => localised(each));
  return [{
    command, path, label: `/${names.join(" ")}`, description: localised(last, "description"),
    options: [...(last.options ?? [])].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false)),
  }];
}

/** The name by which a command is known to the room: "tournament open". @param {Typed} typed */
export const plainName = ({ command, path }) => [command, ...path].map(({ name }) => name).join(" ");

/** The command of that name, in English or as it is typed. @param {string} name */
export function commandNamed(name) {
  const wanted = name.replace(/^\//, "").toLocaleLowerCase();
  return typedCommands().find((typed) => plainName(typed).toLocaleLowerCase() === wanted
    || typed.label.slice(1).toLocaleLowerCase() === wanted);
}

/** The command that a text begins with, and what follows: {typed, rest}; the longest name wins. */
export function commandIn(text) {
  let best = null;
  for (const typed of typedCommands()) {
    for (const name of [typed.label, `/${plainName(typed)}`]) {
      const begins = text.toLocaleLowerCase().startsWith(name.toLocaleLowerCase());
      const ends = /^\s|^$/.test(text.slice(name.length));
      if (begins && ends && name.length > (best?.length ?? 0)) best = { typed, rest: text.slice(name.length).trim(), length: name.length };
    }
  }
  return best;
}

/** The options as the room wants them, wrapped in the subcommands that they belong to. */
export function wrapped(path, options) {
  return path.reduceRight((inner, { name, type }) => [{ name, type, options: inner }], options);
}
