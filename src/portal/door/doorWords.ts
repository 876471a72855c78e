import type { DoorSession, DoorTicket } from '../../../domain/calls/door.ts';
import type { DoorAdd } from '../../../domain/sessions/door.ts';
import { formatMoney } from '../../../domain/values/money.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { momentText } from '../../content/localTimeText.ts';
import type { ChipProps } from '../../ui/Chip.tsx';

type Look = Required<Pick<ChipProps, 'tone' | 'icon'>> & { words: string };

/** What staff call the status of somebody's ticket. */
export const STATUSES: Readonly<Record<TicketStatus, Look>> = {
  held: { tone: 'orange', icon: 'wallet', words: 'Not paid' },
  confirmed: { tone: 'blue', icon: 'ticket', words: 'Expected' },
  offered: { tone: 'yellow', icon: 'clock', words: 'Seat offered' },
  waitlisted: { tone: 'orange', icon: 'clock', words: 'Waiting' },
  cancelled: { tone: 'grey', icon: 'circle-x', words: 'Cancelled' },
  attended: { tone: 'green', icon: 'badge-check', words: 'Attended' },
  late: { tone: 'green', icon: 'badge-check', words: 'Late' },
  noShow: { tone: 'red', icon: 'circle-x', words: 'No-show' },
};

export const PHASES: Readonly<Record<DoorSession['phase'], Look>> = {
  ahead: { tone: 'blue', icon: 'clock', words: 'To come' },
  running: { tone: 'green', icon: 'play', words: 'Under way' },
  over: { tone: 'grey', icon: 'check', words: 'Over' },
  cancelled: { tone: 'red', icon: 'circle-x', words: 'Cancelled' },
};

const SOURCES: Readonly<Record<DoorTicket['source'], string | null>> = {
  web: null,
  staff: 'added by staff',
  walkIn: 'walk-in',
  roster: 'from the roster',
  kiosk: 'at the kiosk',
};

/** "ada, walk-in, since 10:04 AM, number 2 on the waiting list" */
export function ticketFacts(
  { username, isProvisional, source, since, position, until, status, priceCents, reason }: DoorTicket,
  today: string,
): string {
  return [
    isProvisional ? 'without an account' : username,
    SOURCES[source],
    `since ${momentText(since, today)}`,
    position === null ? null : `number ${position} on the waiting list`,
    status === 'held' && priceCents !== null ? `${formatMoney(priceCents)} to pay` : null,
    until === null ? null : `until ${momentText(until, today)}`,
    status === 'cancelled' ? reason : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** What a mark is said to have done: "Ada Byron: attended". */
export function doneWords(name: string, from: TicketStatus, to: TicketStatus): string {
  if (to === 'confirmed') return `${name}: ${from === 'held' ? 'paid' : 'expected'}`;
  return `${name}: ${STATUSES[to].words.toLowerCase()}`;
}

export const ADDS: Readonly<Record<DoorAdd, string>> = {
  attended: 'As a walk-in who is here',
  confirmed: 'With a seat',
  waitlisted: 'On the waiting list',
};

/** Of a search at the door: letters without marks, in any order of words. */
export function isMatch({ name, username }: Pick<DoorTicket, 'name' | 'username'>, text: string): boolean {
  const [where, what] = [plain(`${name} ${username}`), plain(text)];
  return what.split(/\s+/).every((word) => where.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
