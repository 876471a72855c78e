import type { SessionFilter } from './signupCalls.ts';

/** What the address filters by; what is no id counts for nothing. */
export function filterIn(search: URLSearchParams): SessionFilter {
  return { eventId: numberIn(search, 'eventId'), categoryId: numberIn(search, 'categoryId') };
}

export function pageIn(search: URLSearchParams): number {
  const page = numberIn(search, 'page') ?? 1;
  return page > 99_999 ? 1 : page;
}

function numberIn(search: URLSearchParams, name: string): number | null {
  const text = search.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
