import { formatDay, type DayStyle } from '../../../../domain/values/formats.ts';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import type { PublicSession, SessionDetails } from '../../../../domain/calls/sessions.ts';
import { timesText } from '../../../content/sessions/listTexts.ts';
import { priceText } from './conditionTexts.ts';

/** A line for each of several dates: "Thursday, November 5, 2026, 6 PM – 8 PM, Annex, Bring a plank". */
export function dateLines(
  { dates, place: usual }: Pick<PublicSession, 'dates' | 'place'>,
  zone: string,
  style: DayStyle = 'full',
): string[] {
  return dates.map((date) =>
    [`${formatDay(date.start, style)}, ${timesText(date, zone)}`, date.place === usual ? '' : date.place, date.note]
      .filter((part) => part !== '')
      .join(', '),
  );
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
  if (capacity === 1) return seatsLeft === 0 ? 'The only seat is taken' : '1 seat, available';
  return seatsLeft === 0 ? `All ${capacity} seats are taken` : `${seatsLeft} of ${capacity} seats left`;
}

export function waitingText(waiting: number): string {
  return waiting === 1 ? '1 person waiting' : `${waiting} people waiting`;
}

/** What has to be done by when with an offered or held seat; null with another. */
export function deadlineText({ status, priceCents }: OwnTicket, until: string): string | null {
  if (status === 'held') return `Pay ${priceText(priceCents ?? 0)} by ${until}.`;
  return status === 'offered' ? `Accept by ${until}.` : null;
}
