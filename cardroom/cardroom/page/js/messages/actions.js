/** What presses and keys in the log do. */

import { byId, h } from "../dom.js";
import { choose } from "../components/choose.js";
import { found } from "../components/kinds.js";
import { presses } from "../components/press.js";
import { preset } from "../components/buttons.js";
import { openMenu } from "../popups/menu.js";
import { Popup } from "../popups/popup.js";
import { openProfile } from "../panels/profile.js";
import { connection, state } from "../room.js";
import { isEphemeral } from "../state.js";
import { localised, say } from "../words.js";
import { neighbour } from "./geometry.js";
import { spoken } from "./message.js";

const MESSAGE_COMMAND = 3;

/**
 * @param {object} room what presses may lead to elsewhere in the page
 * @param {(channelId: string, messageId?: string) => void} room.go
 * @param {(command: object, target: string, message?: object) => void} room.run runs a command of a context menu
 * @param {(name: string, id: string) => void} room.compose puts a command into the composer
 * @param {(message?: object) => void} room.thread asks for a new thread's name
 */
export function watchLog(room) {
  const box = byId("log");
  let chooser = null;

  const handlers = {
    component: (element, message) => {
      const what = { key: element.dataset.key, customId: element.dataset.customId };
      if (element.dataset.component === "button") {
        presses.press(message, { ...what, kind: 2 });
        return;
      }
      const component = found(message, what.customId);
      if (!component || presses.isWaiting(message.id, what.key)) return;
      const picked = presses.chosen(message.id, what.key) ?? preset(component);
      // The custom id may be another one by the time the list is closed.
      chooser = { message: message.id, key: what.key, list: choose(element, component, picked, (values) => {
        const now = chooser?.list.component ?? component;
        presses.press(message, { key: what.key, customId: now.custom_id, kind: now.type, values });
      }) };
    },
    dismiss: (_, message) => connection.send({ type: "dismiss", channel_id: message.channel_id, message_id: message.id }),
    actions: (element, message) => actions(element, message),
    spoiler: (element) => {
      element.dataset.revealed = "";
      element.removeAttribute("role");
      element.removeAttribute("tabindex");
      element.removeAttribute("aria-label");
    },
    user: (element) => openProfile(element, element.dataset.user, room),
    channel: ({ dataset }) => room.go(dataset.channel, dataset.jump),
    command: ({ dataset }) => room.compose(dataset.name, dataset.command),
    alt: (element) => new Popup(element, h("div", { class: "alt-text" }, h("h3", {}, say("altText")), h("p", {}, element.dataset.alt)), { side: "above" }),
    enlarge: (element) => enlarge(element.querySelector("img")),
  };
  const selector = Object.keys(handlers).map((name) => `[data-${name}]`).join(",");

  function press(target) {
    const element = target.closest(selector);
    if (!element || element.disabled) return false;
    // What is veiled is revealed first; nothing under the veil is pressed.
    const veil = element.closest("[data-spoiler]:not([data-revealed])") ?? element;
    const name = Object.keys(handlers).find((each) => each in veil.dataset && !(each === "spoiler" && "revealed" in veil.dataset));
    const message = state.message(veil.closest("[data-message]")?.dataset.message);
    if (!name || !message) return false;
    handlers[name](veil, message);
    return true;
  }

  function actions(anchor, message) {
    const text = spoken(message);
    const commands = state.commands.filter(({ type }) => type === MESSAGE_COMMAND);
    openMenu(anchor, [
      { label: say("copyText"), icon: "copy", press: () => navigator.clipboard.writeText(text).catch(() => {}) },
      !isEphemeral(message) && state.channels.get(message.channel_id)?.type === 0
        && { label: say("threadStart"), icon: "thread", press: () => room.thread(message) },
      ...(commands.length ? [say("apps")] : []),
      ...commands.map((command) => ({ label: localised(command), icon: "apps", press: () => room.run(command, message.id, message) })),
      ...(isEphemeral(message) ? [{ label: say("dismiss"), icon: "close", press: () => handlers.dismiss(anchor, message) }] : []),
    ].filter(Boolean), { side: "beside" });
  }

  box.addEventListener("click", ({ target }) => press(target));
  box.addEventListener("contextmenu", (event) => {
    const user = event.target.closest("[data-user]");
    const message = event.target.closest("[data-message]");
    if (!user && (!message || event.target.closest("a, img") || !getSelection().isCollapsed)) return;
    event.preventDefault();
    if (user) handlers.user(user);
    else actions(message.querySelector("[data-actions]") ?? message, state.message(message.dataset.message));
  });
  box.addEventListener("redrawn", ({ detail }) => {
    if (!chooser || chooser.message !== detail || Popup.open !== chooser.list.popup) return;
    const element = byId(`message-${detail}`)?.querySelector(`[data-key="${CSS.escape(chooser.key)}"]`);
    const component = element && found(state.message(detail), element.dataset.customId);
    if (component && !component.disabled) chooser.list.update(component, element);
    else chooser.list.popup.close("dismissed");
  });
  box.addEventListener("keydown", (event) => keys(event, press));
}

/** Arrows walk through messages, and among a message's components; Enter goes into a message. */
function keys(event, press) {
  const { target, key } = event;
  if (target.matches("[data-spoiler]") && (key === "Enter" || key === " ")) {
    event.preventDefault();
    press(target);
  } else if (target.matches("[data-message]")) {
    const to = { ArrowUp: step(target, "previousElementSibling"), ArrowDown: step(target, "nextElementSibling") }[key];
    if (to) {
      event.preventDefault();
      to.focus();
    } else if (key === "Enter") target.querySelector("[data-component]:not(:disabled)")?.focus();
    else if (key === "ContextMenu") press(target.querySelector("[data-actions]") ?? target);
    else if (key === "ArrowDown") byId("composer").querySelector("textarea, input")?.focus();
  } else if (key.startsWith("Arrow") && target.matches("[data-component], .button")) {
    const all = [...target.closest("[data-message]").querySelectorAll("[data-component]:not(:disabled), a.button[href]")];
    const to = neighbour(target, all, key);
    if (to) {
      event.preventDefault();
      to.focus();
    }
  } else if (key === "Escape" && target.closest("[data-message]")) {
    target.closest("[data-message]").focus();
  }
}

function step(element, direction) {
  let other = element[direction];
  while (other && !other.matches("[data-message]")) other = other[direction];
  return other;
}

/** Shows a picture as large as the window lets it be, with what its description says. */
function enlarge(image) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": image.alt || say("imageOf"), on: { click: () => dialog.close(), close: () => dialog.remove() } },
    h("img", { src: image.currentSrc || image.src, alt: image.alt }),
    image.alt && h("p", {}, image.alt),
    h("button", { type: "button", class: "button secondary" }, say("close")));
  document.body.append(dialog);
  dialog.showModal();
}
