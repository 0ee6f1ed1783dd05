/** What this window knows of the room, kept up to date by the frames that come in. Holds no elements:
 *  those who draw listen to its events. */

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const TEXT_CHANNEL = 0;
export const DIRECT = 1;
export const THREADS = [10, 11, 12];

/** Messages that are kept for a channel while its end is looked at. */
const MOST_KEPT = 150;
/** Messages that are kept for a channel that is not on the screen. */
const MOST_ASIDE = 50;

/**
 * Dispatches, each with a detail: "ready", "channels", "users", "commands", "bot", "current",
 * "messages" ({channel_id, older}), "message", "update", "delete" ({channel_id, id}).
 */
export class State extends EventTarget {
  me = null;
  guild = null;
  commands = [];
  /** Whether the bot has an Activity. */
  activity = false;
  online = true;
  current = null;
  users = new Map();
  channels = new Map();
  emojis = new Map();
  histories = new Map();
  /** Milliseconds by which the room's clock is ahead of this one. */
  ahead = 0;

  /** Takes in a frame. Frames that answer a single question (choices, modal) are not the state's. */
  apply(frame) {
    this[`_${frame.type}`]?.(frame);
  }

  /** The messages that are known of a channel: {list: oldest first, more: whether there are older}. */
  history(channelId) {
    return this.histories.get(channelId) ?? { list: [], more: false };
  }

  /** @returns {object|undefined} a message of the channel that is looked at, or of another one */
  message(id, channelId = this.current) {
    return this.history(channelId).list.find((message) => message.id === id);
  }

  /** Looks at another channel. */
  show(channelId) {
    this.current = channelId;
    this.#tell("current", channelId);
  }

  /** Forgets whose window this was. */
  clear() {
    this.histories.clear();
    this.channels.clear();
    this.commands = [];
    this.current = null;
  }

  /** Messages that wait to be read, in all channels. */
  get unread() {
    let sum = 0;
    for (const channel of this.channels.values()) sum += channel.unread ?? 0;
    return sum;
  }

  /** Nothing in a channel is new any more. */
  read(channelId) {
    const channel = this.channels.get(channelId);
    if (!channel || !channel.unread) return;
    channel.unread = 0;
    this.#tell("channels");
  }

  /** Drops the oldest messages of a channel whose end is looked at, so that an evening doesn't pile up. */
  trim(channelId) {
    const history = this.histories.get(channelId);
    if (history && cut(history, MOST_KEPT)) this.#tell("messages", { channel_id: channelId, older: false });
  }

  _ready(frame) {
    this.guild = frame.guild;
    this.commands = frame.commands;
    this.activity = frame.activity;
    this.online = frame.bot.online;
    this.ahead = Date.parse(frame.now) - Date.now() || 0;
    this.users = byId(frame.users);
    this.me = this.users.get(frame.me.id) ?? frame.me;
    this.channels = byId(frame.channels);
    this.emojis = byId(frame.emojis ?? []);
    // What is on the screen stays until the room has sent it anew.
    for (const id of this.histories.keys()) if (id !== this.current) this.histories.delete(id);
    this.#tell("ready", frame);
  }

  _messages({ channel_id, messages, more, before }) {
    const known = this.histories.get(channel_id);
    const older = before !== undefined;
    if (older && known?.list[0]?.id !== before) return;
    this.histories.set(channel_id, { list: older ? [...messages, ...known.list] : messages, more });
    this.#tell("messages", { channel_id, older });
  }

  _message({ message }) {
    const channel = this.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    const history = this.histories.get(message.channel_id);
    if (history?.list.some(({ id }) => id === message.id)) {
      this._message_update({ message });
      return;
    }
    history?.list.push(message);
    if (history && message.channel_id !== this.current) cut(history, MOST_ASIDE);
    this.#tell("message", message);
  }

  _message_update({ message }) {
    const history = this.histories.get(message.channel_id);
    const index = history?.list.findIndex(({ id }) => id === message.id) ?? -1;
    if (index < 0) return;
    history.list[index] = message;
    this.#tell("update", message);
  }

  _message_delete({ channel_id, id }) {
    const history = this.histories.get(channel_id);
    if (history) history.list = history.list.filter((message) => message.id !== id);
    this.#tell("delete", { channel_id, id });
  }

  _channel({ channel }) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.#tell("channels");
  }

  _channel_delete({ id }) {
    this.channels.delete(id);
    this.histories.delete(id);
    this.#tell("channels");
  }

  _users({ users }) {
    this.users = byId(users);
    this.me = this.users.get(this.me.id) ?? this.me;
    this.#tell("users");
  }

  _commands({ commands, activity }) {
    this.commands = commands;
    this.activity = activity;
    this.#tell("commands");
  }

  _emojis({ emojis }) {
    this.emojis = byId(emojis);
    this.#tell("users");
  }

  _bot({ online }) {
    this.online = online;
    this.#tell("bot");
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A Map of Discord's objects by their id, in the order given. */
const byId = (objects) => new Map(objects.map((each) => [each.id, each]));

/** Forgets the oldest messages beyond `most`. @returns {boolean} whether there were any */
function cut(history, most) {
  const beyond = history.list.length - most;
  if (beyond <= 0) return false;
  history.list.splice(0, beyond);
  history.more = true;
  return true;
}

/** The time in a snowflake, in milliseconds since 1970. */
export const timeOf = (id) => Number(BigInt(id) >> 22n) + 1420070400000;

/** The name that people read. */
export const nameOf = (user) => user?.global_name || user?.username || "?";

/** Whether a message is for the eyes of one member. */
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
