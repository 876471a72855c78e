/** Finding cells and events in the drawn calendar, by the attributes that are its contract. */

export function closestCell(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-day]');
}

function cellsOfDay(root: ParentNode, date: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-day="${date}"]`)];
}

export function focusCell(root: ParentNode, date: string): void {
  const cells = cellsOfDay(root, date);
  const slot = cells.map((cell) => cell.querySelector<HTMLElement>('[data-slot]')).find((one) => one !== null);
  (slot ?? cells.find((cell) => cell.hasAttribute('tabindex')) ?? cells[0])?.focus();
}

/** The events of a date, in reading order; bars that began before it first. The button for more is the last. */
export function eventsOf(root: ParentNode, date: string): HTMLElement[] {
  return cellsOfDay(root, date).flatMap((cell) => [
    ...barsOver(cell),
    ...cell.querySelectorAll<HTMLElement>('[data-item], [data-more]'),
  ]);
}

export function nextDayWithEvents(
  root: ParentNode,
  date: string,
  direction: 1 | -1,
): { date: string; events: HTMLElement[] } | null {
  const dates = [
    ...new Set([...root.querySelectorAll('[data-day]')].map((cell) => cell.getAttribute('data-day') ?? '')),
  ];
  for (let index = dates.indexOf(date) + direction; index >= 0 && index < dates.length; index += direction) {
    const next = dates[index] ?? '';
    const events = eventsOf(root, next);
    if (events.length > 0) return { date: next, events };
  }
  return null;
}

/** Bars of earlier cells of the row that reach over this one. */
function barsOver(cell: HTMLElement): HTMLElement[] {
  const row = [...(cell.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-day]') ?? [])];
  const index = row.indexOf(cell);
  return row
    .slice(0, index)
    .flatMap((before, column) =>
      [...before.querySelectorAll<HTMLElement>('[data-span]')].filter(
        (bar) => Number(bar.dataset['span']) > index - column,
      ),
    );
}
