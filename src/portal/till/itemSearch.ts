import type { TillItem } from '../../../domain/calls/till.ts';

const MOST_MATCHES = 8;

/** The item whose barcode or stock number this is. */
export function itemOfCode(items: readonly TillItem[], text: string): TillItem | undefined {
  const code = text.trim().toLowerCase();
  const has = (own: string | null) => own?.toLowerCase() === code;
  return items.find(({ barcode }) => has(barcode)) ?? items.find(({ sku }) => has(sku));
}

/** Items with all of these words in their name or numbers; those whose name begins with the text come first. */
export function matchingItems(items: readonly TillItem[], text: string): TillItem[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [];
  const words = sought.split(/\s+/);
  const found = items.filter(({ name, sku, barcode }) => {
    const own = `${name} ${sku} ${barcode ?? ''}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const isAhead = ({ name }: TillItem) => name.toLowerCase().startsWith(sought);
  return [...found.filter(isAhead), ...found.filter((item) => !isAhead(item))].slice(0, MOST_MATCHES);
}

/** "3 left · Limit 2 per person". */
export function stockText({ available, limit, bought }: Pick<TillItem, 'available' | 'limit' | 'bought'>): string {
  const left = available === 0 ? 'Sold out' : available === null ? null : `${available} left`;
  const most = limit === null ? null : `Limit ${limit} per person${bought > 0 ? `, ${bought} already ordered` : ''}`;
  return [left, most].filter((part) => part !== null).join(' · ');
}
