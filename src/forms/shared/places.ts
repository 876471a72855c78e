/** Places of a form: a field, or a path within it such as "links/0/words". */

/** The field that contains a place. */
export function fieldAt(place: string): string {
  return place.split('/')[0] ?? place;
}

export function placesWithin(places: readonly string[], outer: string): string[] {
  return places.flatMap((place) => (place.startsWith(`${outer}/`) ? [place.slice(outer.length + 1)] : []));
}

/** The control of a place. The first nested control shares its parent's id; `find` takes an id without the form's prefix. */
export function controlAt(place: string, find: (id: string) => HTMLElement | null): HTMLElement | null {
  const names = place.split('/');
  const own = find(names.join('_'));
  return own ?? (names.length > 1 ? controlAt(names.slice(0, -1).join('/'), find) : null);
}

export function goTo(control: HTMLElement | null | undefined): void {
  const section = control?.closest('details');
  if (section) section.open = true;
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center' });
}
