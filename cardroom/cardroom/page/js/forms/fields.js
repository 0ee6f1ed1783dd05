/** The fields of a bot's form: each has an element, a check and what it submits, in Discord's shape. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { bounds, choose, linesOf } from "../components/choose.js";
import { preset } from "../components/buttons.js";
import * as kinds from "../components/kinds.js";
import { emojiElement, markdown } from "../markdown/render.js";
import { say } from "../words.js";

const LONG = 2;

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {() => boolean} check whether it may be submitted; says what is wrong if not
 * @property {() => object|null} value as Discord submits it
 * @property {() => void} focus
 */

/** @param {object} component of a form, outermost @returns {Field} */
export function fieldOf(component) {
  if (component.type === kinds.TEXT) {
    return { element: markdown(component.content), check: () => true, value: () => ({ type: kinds.TEXT, id: component.id }), focus() {} };
  }
  const inner = component.type === kinds.ROW ? component.components[0] : component.component;
  const title = component.type === kinds.ROW ? inner.label : component.label;
  const made = (MADE[inner.type] ?? unknown)(inner, title);
  const wrong = h("span", { class: "wrong-word", role: "alert" });
  const element = h(made.group ? "fieldset" : "div", { class: "field" },
    h(made.group ? "legend" : "label", { class: "field-title", for: made.id }, title, made.required && h("span", { class: "star", "aria-hidden": "true" }, " *")),
    component.description && h("span", { class: "hint" }, component.description), made.element, wrong);
  const check = () => {
    const error = made.error();
    wrong.textContent = error ?? "";
    element.classList.toggle("wrong", error !== null);
    return error === null;
  };
  const wrap = component.type === kinds.ROW
    ? (value) => ({ type: kinds.ROW, id: component.id, components: [value] })
    : (value) => ({ type: component.type, id: component.id, component: value });
  return { element, check, focus: made.focus, value: () => wrap({ type: inner.type, id: inner.id, custom_id: inner.custom_id, ...made.value() }) };
}

const MADE = { [kinds.TEXT_INPUT]: textField, [kinds.RADIOS]: boxes, [kinds.CHECKBOXES]: boxes, [kinds.CHECKBOX]: oneBox };
for (const kind of kinds.SELECTS) MADE[kind] = selectField;

function textField({ custom_id, style, required = true, min_length, max_length = 4000, value = "", placeholder }) {
  const id = `field-${custom_id}`;
  const long = style === LONG;
  const input = h(long ? "textarea" : "input", { id, type: long ? null : "text", maxlength: max_length, placeholder, rows: long ? 4 : null, autocomplete: "off", required });
  input.value = value;
  return {
    id, required, element: input, focus: () => input.focus(), value: () => ({ value: input.value }),
    error: () => {
      if (required && !input.value.trim()) return say("required");
      return input.value && input.value.length < (min_length ?? 0) ? say("lengthLeast", { number: min_length }) : null;
    },
  };
}

function selectField(component, title) {
  const { required = true } = component;
  const [least] = bounds(component);
  let picked = preset(component);
  const face = h("span", { class: "chosen" });
  const element = h("button", {
    type: "button", class: "select", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
    on: { click: () => choose(element, component, picked, (values) => { picked = values; show(); }) },
  }, face, icon("down"));
  const show = () => {
    const lines = linesOf(component).filter(({ value }) => picked.includes(value));
    fill(face, lines.length ? lines.map(({ label, emoji }) => h("span", { class: (component.max_values ?? 1) > 1 ? "chip" : "single" }, emoji && emojiElement(emoji), h("span", { class: "label" }, label)))
      : h("span", { class: "placeholder" }, component.placeholder || say("choose")));
    element.setAttribute("aria-label", `${title}: ${lines.map(({ label }) => label).join(", ") || component.placeholder || ""}`);
  };
  show();
  return {
    required, element, focus: () => element.focus(), value: () => ({ values: picked }),
    error: () => {
      if (!required && picked.length === 0) return null;
      if (picked.length === 0 && least > 0) return say("required");
      return picked.length < least ? say("tooFew", { number: least }) : null;
    },
  };
}

/** Radio buttons, or boxes of which several can be ticked. */
function boxes({ type, custom_id, options, required = true, min_values, max_values }) {
  const single = type === kinds.RADIOS;
  const inputs = options.map((option) => h("input", { type: single ? "radio" : "checkbox", name: custom_id, value: option.value, checked: option.default }));
  const element = h("div", { class: "boxes" }, options.map((option, index) => h("label", { class: "box-line" }, inputs[index],
    h("span", { class: "words" }, h("span", { class: "label" }, option.label), option.description && h("span", { class: "description" }, option.description)))));
  const picked = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const least = required ? Math.max(single ? 1 : min_values ?? 1, 1) : 0;
  return {
    group: true, required, element, focus: () => inputs[0]?.focus(),
    value: () => (single ? { value: picked()[0] ?? null } : { values: picked() }),
    error: () => {
      if (picked().length < least) return say("tooFew", { number: least });
      return !single && picked().length > (max_values ?? options.length) ? say("chooseMost", { number: max_values }) : null;
    },
  };
}

function oneBox({ custom_id, default: ticked = false }) {
  const id = `field-${custom_id}`;
  const input = h("input", { id, type: "checkbox", class: "switch", checked: ticked });
  return { id, element: input, focus: () => input.focus(), value: () => ({ value: input.checked }), error: () => null };
}

/** A kind of field that this page does not know is left out of what is submitted. */
function unknown() {
  return { element: h("p", {}, "?"), focus() {}, value: () => ({}), error: () => null };
}
