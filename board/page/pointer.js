// Dragging a card: it follows the pointer, and is let go over a place or over the cloth.

const FAR = 8; // pixels after which a press is a drag

/** Listens on `root` for drags of `.spot.playable`. `act` has begin(key) → the keys that go along,
    moved(x, y), and drop(key, aim, outside) → whether anything was played. `stage` finds cards. */
export function dragging(root, stage, act) {
  let drag = null;

  root.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest(".spot.playable:not(.aim)");
    if (!spot || event.button !== 0 || drag) return;
    drag = { spot, key: spot.card, id: event.pointerId, x: event.clientX, y: event.clientY, cards: null };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const across = event.clientX - drag.x;
    const down = event.clientY - drag.y;
    if (!drag.cards) {
      if (Math.hypot(across, down) < FAR) return;
      drag.cards = act.begin(drag.key).map((key) => stage.of(key)).filter(Boolean);
      document.body.classList.add("dragging");
    }
    for (const card of drag.cards) {
      card.classList.add("dragged");
      card.style.translate = `${across}px ${down}px`;
    }
    act.moved(aimAt(event));
  });

  const end = (event, dropped) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { cards, key } = drag;
    drag = null;
    if (!cards) return;
    document.body.classList.remove("dragging");
    // The press that ends a drag isn't a tap.
    addEventListener("click", stopped, true);
    setTimeout(() => removeEventListener("click", stopped, true), 0);
    for (const card of cards) card.classList.remove("dragged");
    const played = dropped && act.drop(key, aimAt(event), inHand(event));
    if (!played) for (const card of cards) card.style.translate = "";
    act.moved(null);
  };
  addEventListener("pointerup", (event) => end(event, true));
  addEventListener("pointercancel", (event) => end(event, false));

  const stopped = (click) => click.stopPropagation();
  const inHand = (event) => event.clientY > root.getBoundingClientRect().bottom - act.handHigh();
}

/** Cards of the hand stand up a little more below a mouse. */
export function hovering(root, stage) {
  const lift = (event, up) => {
    const spot = event.target.closest(".spot");
    if (spot && event.pointerType === "mouse") stage.of(spot.card)?.classList.toggle("hovered", up);
  };
  root.addEventListener("pointerover", (event) => lift(event, true));
  root.addEventListener("pointerout", (event) => lift(event, false));
}

/** The card that is aimed at below the pointer; "" for none. */
function aimAt(event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY);
  return found.find((element) => element.matches(".spot.aim"))?.card ?? "";
}
