/** The page's own words, in the language of the member whose window it is. What the bot says comes in
 *  the language that the bot chose. */

import en from "./words/en.js";
import ru from "./words/ru.js";

const CATALOGUES = { en, ru };

/** Languages that a member can have: Discord's codes and the languages' own names. */
export const LOCALES = {
  "en-US": "English", "en-GB": "English (UK)", bg: "Български", cs: "Čeština", da: "Dansk", de: "Deutsch",
  el: "Ελληνικά", "es-ES": "Español", "es-419": "Español (LATAM)", fi: "Suomi", fr: "Français",
  hi: "हिन्दी", hr: "Hrvatski", hu: "Magyar", id: "Bahasa Indonesia", it: "Italiano", ja: "日本語",
  ko: "한국어", lt: "Lietuvių", nl: "Nederlands", no: "Norsk", pl: "Polski", "pt-BR": "Português do Brasil",
  ro: "Română", ru: "Русский", "sv-SE": "Svenska", th: "ไทย", tr: "Türkçe", uk: "Українська",
  vi: "Tiếng Việt", "zh-CN": "中文", "zh-TW": "繁體中文",
};

let spoken = "en-US";
let catalogue = en;
let plurals = new Intl.PluralRules("en");

/** Speaks a member's language from now on; English where the page has no words in it. */
export function speak(locale) {
  spoken = locale || "en-US";
  const code = spoken.split("-")[0];
  catalogue = CATALOGUES[code] ?? en;
  plurals = new Intl.PluralRules(code in CATALOGUES ? code : "en");
  document.documentElement.lang = code in CATALOGUES ? code : "en";
}

/** The locale that is spoken, as Discord writes it. */
export const locale = () => spoken;

/**
 * A sentence of the page.
 * @param {keyof typeof en} key
 * @param {Record<string, string|number>} [values] what stands for {name} in it; `number` chooses the plural
 * @returns {string}
 */
export function say(key, values = {}) {
  let sentence = catalogue[key] ?? en[key];
  if (typeof sentence !== "string") sentence = sentence[plurals.select(values.number)] ?? sentence.other;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * One of Discord's localised texts: `name` or `description` of a command, option or choice.
 * @param {object} thing
 * @param {"name"|"description"} [field]
 */
export function localised(thing, field = "name") {
  const texts = thing[`${field}_localizations`] ?? {};
  return texts[spoken] ?? thing[field] ?? "";
}
