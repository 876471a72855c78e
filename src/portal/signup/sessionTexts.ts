import type { PublicSession, SessionDetails } from '../../../domain/calls/sessions.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { momentText } from '../../content/localTimeText.ts';
import { dateText } from '../../content/openState.ts';
import { priceText, timesText, weekdayOf } from '../../content/sessions/listTexts.ts';

/** A line for each of several dates: "Thursday, November 5, 2026, 6 PM – 8 PM, Annex, Bring a plank". */
export function dateLines({ dates, place: usual }: Pick<PublicSession, 'dates' | 'place'>, zone: string): string[] {
  return dates.map((date) =>
    [`${fullDay(date.start)}, ${timesText(date, zone)}`, date.place === usual ? '' : date.place, date.note]
      .filter((part) => part !== '')
      .join(', '),
  );
}

/** "Monday, November 23, 2026" */
export function fullDay(start: string): string {
  return `${weekdayOf(start.slice(0, 10))}, ${dateText(start.slice(0, 10))}, ${start.slice(0, 4)}`;
}

/** "Monday, November 23, 10 AM" of local time, or of an instant in a zone. */
export function pointText(local: string): string {
  return `${weekdayOf(local.slice(0, 10))}, ${momentText(local, null)}`;
}

export function instantText(instant: string, zone: string): string {
  return pointText(wallClockOf(instant, zone));
}

/** "November 23, 2026" of an instant in a zone. */
export function dayOf(instant: string, zone: string): string {
  const local = wallClockOf(instant, zone);
  return `${dateText(local.slice(0, 10))}, ${local.slice(0, 4)}`;
}

/** How many sessions one sign-up takes: all of a series that is booked as a whole. */
export function bookedTogether({ series, seriesSessions }: Pick<SessionDetails, 'series' | 'seriesSessions'>): number {
  return series?.isBookedAsWhole === true ? Math.max(1, seriesSessions.length) : 1;
}

/** "$20.00 for each session, $120.00 in all" where several are booked together. */
export function seriesPriceText(session: Pick<SessionDetails, 'series' | 'seriesSessions' | 'feeCents'>): string {
  const [{ feeCents }, count] = [session, bookedTogether(session)];
  if (feeCents === 0 || count === 1) return priceText(feeCents);
  return `${priceText(feeCents)} for each session, ${priceText(feeCents * count)} in all`;
}

/** "3 of 8 seats left" */
export function seatsText({ seatsLeft, capacity }: Pick<PublicSession, 'seatsLeft' | 'capacity'>): string {
  if (capacity === 1) return seatsLeft === 0 ? 'The only seat is taken' : '1 seat, which is free';
  return seatsLeft === 0 ? `All ${capacity} seats are taken` : `${seatsLeft} of ${capacity} seats left`;
}

export function waitingText(waiting: number): string {
  return waiting === 1 ? '1 person waits' : `${waiting} people wait`;
}
