/** Places of a form: a field, or what is within it, as "links/0/words". */

/** The field that a place is part of. */
export function fieldAt(place: string): string {
  return place.split('/')[0] ?? place;
}

/** Those of the places that are within one of them, as places of that. */
export function placesWithin(places: readonly string[], outer: string): string[] {
  return places.flatMap((place) => (place.startsWith(`${outer}/`) ? [place.slice(outer.length + 1)] : []));
}

/** The control of a place. The first part of a thing has the id of the whole; `find` takes an id without the form's prefix. */
export function controlAt(place: string, find: (id: string) => HTMLElement | null): HTMLElement | null {
  const names = place.split('/');
  const own = find(names.join('_'));
  return own ?? (names.length > 1 ? controlAt(names.slice(0, -1).join('/'), find) : null);
}

/** Moves the focus there, with what stands around it in view. */
export function goTo(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
