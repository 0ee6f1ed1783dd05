/** A message as an element. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { dots } from "../components/buttons.js";
import { walk } from "../components/kinds.js";
import { attachmentsOf } from "../components/media.js";
import { presses } from "../components/press.js";
import { componentsOf } from "../components/render.js";
import { markdown, plain } from "../markdown/render.js";
import { state } from "../room.js";
import { LOADING, isEphemeral, nameOf, timeOf } from "../state.js";
import { moment, sent } from "../times.js";
import { say } from "../words.js";
import { avatar } from "./avatar.js";
import { embedElement } from "./embed.js";

const THREAD_CREATED = 18;
const CONTEXT_COMMAND = 2;
const GROUPED_WITHIN = 7 * 60_000;

/** When a message was sent, in milliseconds since 1970. */
export const sentAt = (message) => Date.parse(message.timestamp) || timeOf(message.id);

/** Whether a message goes on where the one before stopped: same author, soon after, nothing between. */
export function continues(message, before) {
  return before !== undefined && before.author.id === message.author.id && before.type === message.type
    && !invocation(message) && isEphemeral(before) === isEphemeral(message)
    && sentAt(message) - sentAt(before) < GROUPED_WITHIN && message.type === 0;
}

/** Who ran the command that a message answers: {user, name?}. A press needs no such line. */
function invocation(message) {
  const made = message.interaction_metadata ?? message.interaction;
  if (!made?.user || made.type === 3 || made.type === 5) return null;
  return { user: made.user, name: message.interaction?.name ?? made.name ?? "" };
}

/** Whether a message calls the member of this window. */
export function mentionsMe(message) {
  const me = state.me?.id;
  if (!me || message.author.id === me) return false;
  if (message.mention_everyone || message.mentions?.some(({ id }) => id === me)) return true;
  const roles = state.me.roles ?? [];
  return message.mention_roles?.some((role) => roles.includes(role.id ?? role)) ?? false;
}

/** What a message says, in one line, for those who hear it. */
export function spoken(message) {
  if (message.flags & LOADING) return say("thinking", { name: nameOf(message.author) });
  const texts = [message.content, ...(message.embeds ?? []).flatMap(({ title, description }) => [title, description])];
  for (const component of walk(message.components)) if (component.content) texts.push(component.content);
  return texts.filter(Boolean).map(plain).join(" ");
}

/**
 * @param {object} message
 * @param {object|undefined} before the message above it
 * @returns {HTMLElement} a list item
 */
export function messageElement(message, before) {
  if (message.type === THREAD_CREATED) return notice(message);
  const grouped = continues(message, before);
  const ephemeral = isEphemeral(message);
  const failure = presses.failure(message.id);
  const classes = ["message", !grouped && "first", ephemeral && "ephemeral", mentionsMe(message) && "mentioned"];
  return h("li", {
    class: classes, id: `message-${message.id}`, tabindex: "-1", "data-key": message.id,
    data: { message: message.id }, "aria-labelledby": `head-${message.id}`,
  },
  !grouped && invoked(message),
  h("div", { class: "gutter", "data-key": "gutter" }, grouped ? hour(message) : avatar(authorOf(message))),
  h("div", { class: "body", "data-key": "body" }, head(message, grouped), content(message),
    ephemeral && h("div", { class: "note" }, icon("eye"), h("span", {}, say("onlyYou")), " · ",
      h("button", { type: "button", class: "link", data: { dismiss: "" } }, say("dismiss"))),
    failure !== undefined && h("div", { class: "failure", role: "alert", "data-key": "failure" }, failure || say("failed"))),
  h("button", {
    type: "button", class: "more", "aria-label": say("messageActions"), title: say("messageActions"),
    "aria-haspopup": "menu", data: { actions: "" }, "data-key": "more",
  }, icon("more")));
}

const authorOf = (message) => state.users.get(message.author.id) ?? message.author;

function head(message, grouped) {
  const author = authorOf(message);
  return h("div", { class: grouped ? "head unseen" : "head", id: `head-${message.id}`, "data-key": "head" },
    h("button", { type: "button", class: "author", tabindex: grouped ? "-1" : null, data: { user: author.id } }, nameOf(author)),
    author.bot && h("span", { class: "app" }, say("app")),
    when(message, sent(sentAt(message))));
}

const hour = (message) => when(message, moment(sentAt(message), "t"));

const when = (message, text) => h("time", {
  class: "when", datetime: new Date(sentAt(message)).toISOString(), title: moment(sentAt(message), "F"),
}, text);

function invoked(message) {
  const by = invocation(message);
  if (!by) return null;
  const command = (message.interaction_metadata?.command_type ?? 1) >= CONTEXT_COMMAND ? by.name : `/${by.name}`;
  const who = state.users.get(by.user.id) ?? by.user;
  return h("div", { class: "invoked", "data-key": "invoked" }, avatar(who, "tiny"),
    h("span", {}, by.name ? say("answerTo", { name: nameOf(who), command }) : say("answerToSomething", { name: nameOf(who) })));
}

function content(message) {
  if (message.flags & LOADING) {
    return h("div", { class: "thinking", "data-key": "thinking" }, dots(), say("thinking", { name: nameOf(authorOf(message)) }));
  }
  const text = message.content && markdown(message.content);
  if (text && message.edited_timestamp) text.append(h("span", { class: "edited" }, say("edited")));
  return [text, attachmentsOf(message), (message.embeds ?? []).map(embedElement), componentsOf(message)];
}

function notice(message) {
  const thread = message.message_reference?.channel_id ?? message.thread?.id;
  const name = nameOf(authorOf(message));
  const link = h("button", { type: "button", class: "link", data: { channel: thread } }, message.content || say("thread"));
  const [start, end] = say("threadCreated", { name, thread: "\u0000" }).split("\u0000");
  return h("li", { class: "message notice", id: `message-${message.id}`, tabindex: "-1", "data-key": message.id, data: { message: message.id } },
    h("div", { class: "gutter" }, icon("thread")), h("div", { class: "body" }, start, thread ? link : message.content, end, " ", when(message, sent(sentAt(message)))));
}

