import type { EffectiveDay } from '../hours/hours.ts';
import { formatDay, formatHours, formatMoney } from '../values/formats.ts';
import type { Status } from './workflow.ts';

export const ERRANDS = ['payment', 'pickup'] as const;

export interface ErrandPlace {
  /** `path`: the page of its opening hours; null where visitors do not see the place. */
  place: { name: string; room: string; path: string | null };
  /** "Open today, Friday, November 27: 9 AM – 5 PM" */
  hours: string | null;
}

/** What a customer has to do at a place: pay for a request, or pick it up. */
export interface Errand extends Pick<ErrandPlace, 'hours'> {
  kind: (typeof ERRANDS)[number];
  place: ErrandPlace['place'] | null;
  /** Last day, YYYY-MM-DD. */
  until: string | null;
  note: string | null;
  /** Of a request that is ready. */
  shelf: string | null;
}

/** The errand of a status; a quote says where it would be paid. */
export function errandKind(status: Status): Errand['kind'] | null {
  if (status === 'ReadyForPickup') return 'pickup';
  return status === 'Quoted' || status === 'PaymentPending' ? 'payment' : null;
}

/** When a place is open today, else when it opens next, within `days`, which begin today. */
export function hoursSentence(days: readonly EffectiveDay[]): string | null {
  const [today] = days;
  if (!today) return null;
  const todayName = formatDay(today.date, 'day');
  if (today.intervals.length > 0) return `Open today, ${todayName}: ${spansText(today)}`;
  const next = days.find(({ intervals }) => intervals.length > 0);
  const why = today.reason ? ` (${today.reason})` : '';
  const then = next ? `; open next on ${formatDay(next.date, 'day')}: ${spansText(next)}` : '';
  return `Closed today, ${todayName}${why}${then}`;
}

function spansText({ intervals }: EffectiveDay): string {
  return intervals.map(({ from, to }) => formatHours(from, to)).join(', ');
}

/** The errand in lines, for messages, without the shelf, which can change later. `cents`: what is due, or the price of a quote, for which nothing is due yet. */
export function errandText(
  { kind, place, hours, until, note }: Omit<Errand, 'shelf'>,
  cents: number,
  isQuote: boolean,
): string {
  const price = formatMoney(cents);
  const deadline = until === null ? '' : ` by ${formatDay(until, 'day')}`;
  const where = place ? ` at ${place.name}, ${place.room}` : '';
  const what = isQuote ? 'If you accept, pay' : kind === 'payment' ? `Pay ${price}` : 'Pick it up';
  const isNamed = deadline + where !== '' || (kind === 'payment' && !isQuote);
  return [
    ...(isQuote ? [`The price is ${price}. Accept it or ask for a change.`] : []),
    ...(isNamed ? [`${what}${deadline}${where}.`] : []),
    ...hoursAndNote(hours, note),
  ].join('\n');
}

/** Where and how to pay, in lines, beside a text that says how much and by when. */
export function whereToPay({ place, hours, note }: ErrandPlace & Pick<Errand, 'note'>): string {
  return [`Where to pay: ${place.name}, ${place.room}.`, ...hoursAndNote(hours, note)].join('\n');
}

function hoursAndNote(hours: string | null, note: string | null): string[] {
  return [...(hours === null ? [] : [`${hours}.`]), ...(note === null ? [] : [note])];
}
