/** Discord's numbers for the kinds of components and the styles of buttons. */

export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
export const SECTION = 9;
export const TEXT = 10;
export const THUMBNAIL = 11;
export const GALLERY = 12;
export const FILE = 13;
export const SEPARATOR = 14;
export const CONTAINER = 17;
export const LABEL = 18;
export const UPLOAD = 19;
export const RADIOS = 21;
export const CHECKBOXES = 22;
export const CHECKBOX = 23;

export const SELECTS = [STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT];
export const LINK_STYLE = 5;

/**
 * Every component in a tree, outermost first.
 * @param {Array<object>} components
 * @returns {Generator<object>}
 */
export function* walk(components) {
  for (const component of components ?? []) {
    yield component;
    yield* walk(component.components);
    if (component.accessory) yield* walk([component.accessory]);
    if (component.component) yield* walk([component.component]);
  }
}

/** The component of a message with that custom id. */
export function found(message, customId) {
  for (const component of walk(message?.components)) if (component.custom_id === customId) return component;
  return null;
}
