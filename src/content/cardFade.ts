interface Extent {
  top: number;
  bottom: number;
}

/** Opacity of a picture that is hardly in view. */
const FAINTEST = 0.25;

/** Opacity of a card's picture by its overlap with the view: 1 when it is entirely visible or fills the view. */
export function cardFade(card: Extent, view: Extent): number {
  const most = Math.min(card.bottom - card.top, view.bottom - view.top);
  if (most <= 0) return FAINTEST;
  const overlap = Math.min(card.bottom, view.bottom) - Math.max(card.top, view.top);
  const part = Math.min(Math.max(overlap / most, 0), 1);
  return Math.round((FAINTEST + (1 - FAINTEST) * part) * 100) / 100;
}
