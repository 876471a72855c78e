import { formatCount, formatMoney } from '../../../../domain/values/formats.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import type { ThingRefund } from '../../payments/payables.ts';
import { sumCents } from '../../payments/refund-parts.ts';
import { seatRefunds } from '../seats/seat-refunds.ts';
import { ticketsReleasedWith, type LostSeats } from './released-seats.ts';

/** More are counted. */
const MOST_NAMED = 4;

export interface SeatRefunds {
  things: ThingRefund[];
  /** Tickets in other sessions that are released, since they depend on lost ones. */
  released: number[];
  /** Of `things`, for those. */
  releasedCents: number;
}

/** What the loss of these seats refunds for `refunded` of them, and for the seats that are released with them. */
export async function refundsWithReleased(
  services: CommandServices,
  tx: Tx,
  lost: LostSeats,
  refunded: readonly number[] = lost.ids,
): Promise<SeatRefunds> {
  const released = await ticketsReleasedWith(services, tx, lost);
  const things = await seatRefunds(tx, [...refunded, ...released]);
  const releasedCents = released.length === 0 ? 0 : sumCents(things) - sumCents(await seatRefunds(tx, refunded));
  return { things, released, releasedCents };
}

/** For staff who cancel seats. */
export function releasedNotes({ released: { length: seats }, releasedCents }: SeatRefunds): string[] {
  if (seats === 0) return [];
  const share = releasedCents > 0 ? `; ${shareText(seats, releasedCents)}` : '';
  return [`${releasedText(seats, 'a canceled one')}, too${share}.`];
}

/** "2 seats in sessions that require a missed one are released". `required`: the session of a lost seat. */
export function releasedText(seats: number, required: string): string {
  const text = seats === 1 ? 'seat in a session that requires' : 'seats in sessions that require';
  return `${formatCount(seats, text, text)} ${required} ${seats === 1 ? 'is' : 'are'} released`;
}

/** For their holder. */
export async function ownReleasedNotes(tx: Tx, { released, releasedCents }: SeatRefunds): Promise<string[]> {
  if (released.length === 0) return [];
  const seats = await tx
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select('e.title')
    .where('t.id', 'in', released)
    .orderBy('i.startsAt')
    .execute();
  const named = seats.slice(0, MOST_NAMED).map(({ title }) => `Your seat in ${title} depends on this and is released.`);
  const more = seats.length - MOST_NAMED;
  if (more > 0) named.push(`The same applies to ${formatCount(more, 'other seat', 'other seats')}.`);
  return releasedCents > 0 ? [...named, `${shareText(released.length, releasedCents)}.`] : named;
}

function shareText(seats: number, cents: number): string {
  return `${formatMoney(cents)} of the refund is for ${seats === 1 ? 'it' : 'them'}`;
}
