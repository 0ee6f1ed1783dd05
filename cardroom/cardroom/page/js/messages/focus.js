/** Where the keyboard's focus is within messages, and putting it back after they were drawn anew. */

const FOCUSABLE = "[data-component]:not(:disabled), button:not(:disabled), a[href], [tabindex='0']";

/**
 * Remembers what has the focus within an element.
 * @param {Element} element
 * @returns {{element: Element, key: string|null, message: string|null, index: number}|null}
 */
export function focusMark(element) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || !element.contains(focused)) return null;
  const message = focused.closest("[data-message]");
  return {
    element: focused,
    key: focused.getAttribute("data-key"),
    message: message?.id ?? null,
    index: message ? places(message).indexOf(focused) : -1,
  };
}

/** Gives the focus back: to the same element, to one that looks the same, to the component that is in its place now; else
 *  to the message. Whoever is just pressing Enter must not put the message away. */
export function focusAgain(element, { element: before, key, message, index }) {
  if (document.activeElement === before) return;
  if (before.isConnected && !before.disabled) {
    before.focus({ preventScroll: true });
    return;
  }
  const home = message ? document.getElementById(message) : element;
  if (!home) return;
  const all = places(home);
  const same = key === null ? undefined : all.find((each) => each.getAttribute("data-key") === key);
  const next = all[Math.min(index, all.length - 1)];
  (same ?? (next?.matches("[data-component]") ? next : home)).focus({ preventScroll: true });
}

const places = (message) => [...message.querySelectorAll(FOCUSABLE)];
