/** What an option of a command takes: the lines to choose from, and the value of what was typed. */

import { icon } from "../icons.js";
import { avatar } from "../messages/avatar.js";
import { state } from "../room.js";
import { nameOf } from "../state.js";
import { localised, say } from "../words.js";

export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;

const users = () => [...state.users.values()].map((user) => ({
  value: user.id, label: nameOf(user), description: `@${user.username}`, face: avatar(user, "small"),
}));
const roles = () => (state.guild?.roles ?? []).map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}`, face: icon("shield") }));
const channels = (option) => [...state.channels.values()]
  .filter(({ type }) => type !== 1 && (!option.channel_types?.length || option.channel_types.includes(type)))
  .map((channel) => ({ value: channel.id, label: channel.name, face: icon("hash") }));

const LINES = {
  [BOOLEAN]: () => [{ value: true, label: say("valueTrue") }, { value: false, label: say("valueFalse") }],
  [USER]: users,
  [ROLE]: roles,
  [MENTIONABLE]: () => [...users(), ...roles()],
  [CHANNEL]: channels,
};

/** The lines that an option offers; null: it takes whatever is typed. */
export function linesFor(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: localised(choice) }));
  return LINES[option.type]?.(option) ?? null;
}

/**
 * The value of a text that was typed for an option.
 * @returns {{value?: any, error?: string}} neither: there is none
 */
export function read(option, text) {
  const typed = text.trim();
  if (!typed) return option.required ? { error: say("required") } : {};
  const lines = linesFor(option);
  if (lines) {
    const wanted = typed.replace(/^[@#]/, "").toLocaleLowerCase();
    const exact = lines.find(({ label, value }) => label.replace(/^@/, "").toLocaleLowerCase() === wanted || String(value) === typed);
    const only = lines.filter(({ label }) => label.replace(/^@/, "").toLocaleLowerCase().startsWith(wanted));
    const line = exact ?? (only.length === 1 ? only[0] : null);
    return line ? { value: line.value, label: line.label } : { error: say("invalidChoice") };
  }
  if (option.type === INTEGER || option.type === NUMBER) return number(option, typed);
  return bounded(option, typed);
}

function number(option, typed) {
  const value = Number(typed.replace(",", "."));
  if (!Number.isFinite(value) || (option.type === INTEGER && !Number.isInteger(value))) return { error: say("invalidWhole") };
  const least = option.min_value ?? -Infinity;
  const most = option.max_value ?? Infinity;
  return value < least || value > most ? { error: say("invalidNumber", { least, most }) } : { value };
}

function bounded(option, typed) {
  if (typed.length < (option.min_length ?? 0)) return { error: say("lengthLeast", { number: option.min_length }) };
  if (typed.length > (option.max_length ?? 6000)) return { error: say("tooLong", { number: option.max_length }) };
  return { value: typed };
}

