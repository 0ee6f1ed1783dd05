/** Forms that a bot opens (Discord's modals). */

import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { connection, nonce } from "../room.js";
import { presses } from "../components/press.js";
import { say } from "../words.js";
import { fieldOf } from "./fields.js";

/**
 * Opens a form.
 * @param {{modal_id: string, title: string, components: object[]}} form
 */
export function openForm(form) {
  document.querySelector("dialog.form")?.close();
  const fields = form.components.map(fieldOf);
  const error = h("p", { class: "form-error", role: "alert", hidden: true }, say("lost"));
  const back = document.activeElement;
  const dialog = h("dialog", {
    class: "dialog form", "aria-labelledby": `form-${form.modal_id}`,
    on: { close: () => { dialog.remove(); back?.isConnected && back.focus?.({ preventScroll: true }); } },
  }, h("form", { novalidate: true, on: { submit: (event) => { event.preventDefault(); submit(); } } },
    h("header", {}, h("h2", { id: `form-${form.modal_id}` }, form.title),
      button({ class: "quiet", "aria-label": say("close"), press: () => dialog.close() }, icon("close"))),
    h("div", { class: "dialog-body" }, fields.map(({ element }) => element), error),
    h("footer", {}, button({ class: "button secondary", press: () => dialog.close() }, say("cancel")),
      h("button", { class: "button primary" }, say("submit")))));
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select")?.focus();

  function submit() {
    const wrong = fields.filter(({ check }) => !check());
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    presses.note();
    const sent = connection.send({
      type: "modal_submit", nonce: nonce(), modal_id: form.modal_id,
      components: fields.map(({ value }) => value()).filter(Boolean),
    });
    // What was filled in stays until the room is there again.
    error.hidden = sent;
    if (sent) dialog.close();
  }
}
