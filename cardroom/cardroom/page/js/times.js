/** Moments, written for people: `<t:…>` in texts, and when a message was sent. Relative ones go on by
 *  themselves. */

import { h } from "./dom.js";
import { state } from "./room.js";
import { locale, say } from "./words.js";

const UNITS = [
  ["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1],
];
/** The styles of Discord's `<t:unix:style>`. */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const TICK = 1000;

/** The room's time in milliseconds. */
export const now = () => Date.now() + state.ahead;

const formats = new Map();

function format(options) {
  const key = locale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), options));
  return formats.get(key);
}

/** "in 5 minutes", "3 hours ago", "now". @param {number} at milliseconds since 1970 */
export function relative(at) {
  const seconds = Math.round((at - now()) / 1000);
  if (seconds === 0) return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(0, "second");
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "always" });
  return words.format(Math.trunc(seconds / length), unit);
}

/** A moment in Discord's style. @param {number} at milliseconds @param {string} style */
export function moment(at, style) {
  return style === "R" ? relative(at) : format(STYLES[style] ?? STYLES.f).format(at);
}

/** The element for `<t:unix:style>`; `unix` in seconds. */
export function timeElement(unix, style) {
  const at = unix * 1000;
  if (Math.abs(at) > 8.64e15) return h("span", {}, "?");
  return h("time", {
    class: "moment", datetime: new Date(at).toISOString(), title: moment(at, "F"),
    data: style === "R" ? { relative: at } : {},
  }, moment(at, style));
}

/** When a message was sent: the hour, with the day unless it is today's. */
export function sent(at) {
  const time = format(STYLES.t).format(at);
  const days = Math.round((midnight(now()) - midnight(at)) / 86_400_000);
  if (days === 0) return time;
  if (days === 1) return say("yesterday", { time });
  return format(STYLES.s).format(at);
}

/** A day, for the line between the messages of two. */
export const day = (at) => format({ dateStyle: "long" }).format(at);

/** Whether two moments are of the same day here. */
export const sameDay = (a, b) => midnight(a) === midnight(b);

const midnight = (at) => new Date(at).setHours(0, 0, 0, 0);

/** Keeps all relative times of the page true. */
export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(Number(element.dataset.relative));
      if (element.textContent !== text) element.textContent = text;
    }
  }, TICK);
}
