import { formatMoney } from '../../../../domain/values/formats.ts';
import type { DoorList, DoorSession, DoorTicket } from '../../../../domain/calls/door.ts';
import type { DoorAdd } from '../../../../domain/sessions/door.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import { momentText } from '../../../content/sessions/localTimeText.ts';
import type { ChipProps } from '../../../ui/Chip.tsx';

type Look = Required<Pick<ChipProps, 'tone' | 'icon'>> & { label: string };

export const STATUSES: Readonly<Record<TicketStatus, Look>> = {
  held: { tone: 'orange', icon: 'wallet', label: 'Not paid' },
  confirmed: { tone: 'blue', icon: 'ticket', label: 'Expected' },
  offered: { tone: 'yellow', icon: 'clock', label: 'Seat offered' },
  waitlisted: { tone: 'orange', icon: 'clock', label: 'Waiting' },
  cancelled: { tone: 'grey', icon: 'circle-x', label: 'Canceled' },
  attended: { tone: 'green', icon: 'badge-check', label: 'Attended' },
  late: { tone: 'green', icon: 'badge-check', label: 'Late' },
  noShow: { tone: 'red', icon: 'circle-x', label: 'No-show' },
};

/** In the order of the list: people who came are out of the way of those who are expected. */
export const GROUPS = [
  { key: 'expected', label: 'Expected', statuses: ['confirmed', 'held', 'offered'] },
  { key: 'waiting', label: 'Waitlist', statuses: ['waitlisted'] },
  { key: 'attended', label: 'Attended', statuses: ['attended', 'late'] },
  { key: 'noShow', label: 'No-show', statuses: ['noShow'] },
  { key: 'cancelled', label: 'Canceled', statuses: ['cancelled'] },
] as const satisfies readonly { key: string; label: string; statuses: readonly TicketStatus[] }[];
export type DoorGroup = (typeof GROUPS)[number];

export function isInGroup({ status }: Pick<DoorTicket, 'status'>, { statuses }: DoorGroup): boolean {
  return statuses.some((one) => one === status);
}

export function isFull({ session: { taken, capacity } }: Pick<DoorList, 'session'>): boolean {
  return taken >= capacity;
}

export const PHASES: Readonly<Record<DoorSession['phase'], Look>> = {
  ahead: { tone: 'blue', icon: 'clock', label: 'Not started' },
  running: { tone: 'green', icon: 'play', label: 'Under way' },
  over: { tone: 'grey', icon: 'check', label: 'Over' },
  cancelled: { tone: 'red', icon: 'circle-x', label: 'Canceled' },
};

const SOURCES: Readonly<Record<DoorTicket['source'], string | null>> = {
  web: null,
  staff: 'added by staff',
  walkIn: 'walk-in',
  roster: 'from the roster',
  kiosk: 'at the kiosk',
};

export function ticketFacts(
  { username, isProvisional, source, since, position, until, status, priceCents, reason }: DoorTicket,
  today: string,
): string {
  return [
    isProvisional ? 'without an account' : username,
    SOURCES[source],
    `since ${momentText(since, today)}`,
    position === null ? null : `number ${position} on the waitlist`,
    status === 'held' && priceCents !== null ? `${formatMoney(priceCents)} to pay` : null,
    until === null ? null : `until ${momentText(until, today)}`,
    status === 'cancelled' ? reason : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** The result of a mark: "Ada Byron: attended". */
export function formatMark(name: string, from: TicketStatus, to: TicketStatus): string {
  if (to === 'confirmed') return `${name}: ${from === 'held' ? 'paid' : 'expected'}`;
  return `${name}: ${STATUSES[to].label.toLowerCase()}`;
}

export const ADDS: Readonly<Record<DoorAdd, string>> = {
  attended: 'As a walk-in, checked in',
  confirmed: 'With a seat',
  waitlisted: 'On the waitlist',
};

/** Whether a search matches: without accents, words in any order. */
export function isMatch({ name, username }: Pick<DoorTicket, 'name' | 'username'>, text: string): boolean {
  const names = normalized(`${name} ${username}`);
  return normalized(text)
    .split(/\s+/)
    .every((word) => names.includes(word));
}

function normalized(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
