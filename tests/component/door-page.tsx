import { page, userEvent } from 'vitest/browser';
import { expect } from 'vitest';
import type { DoorList, DoorScan, DoorSession, DoorTicket, SendDoorMarks } from '../../domain/calls/door.ts';
import type { TicketStatus } from '../../domain/sessions/tickets.ts';
import { Screen as SessionScreen } from '../../src/portal/door/ProcessSessionScreen.tsx';
import type { Answers, ApiCall } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';

/** A door on a server that carries marks out, for the tests of the door. */

export const SESSION: DoorSession = {
  id: 7,
  eventId: 3,
  title: 'Laser cutter basics with a rather long title',
  start: '2027-03-09T10:00:00-07:00',
  end: '2027-03-09T12:00:00-07:00',
  timezone: 'America/Denver',
  place: 'Makeshop, ITLL 1B10',
  phase: 'running',
  capacity: 12,
  taken: 5,
  counts: { attended: 1, expected: 2, noShow: 1, waiting: 1 },
};
const DOOR: TicketStatus[] = ['attended', 'late', 'noShow'];

let nextId = 0;
export const ticket = (name: string, status: TicketStatus, given: Partial<DoorTicket> = {}): DoorTicket => ({
  id: (nextId += 1),
  userId: nextId,
  name,
  username: name.toLowerCase().replace(' ', '.'),
  isProvisional: false,
  codes: [],
  cards: [],
  status,
  since: '2027-03-09T09:30:00-07:00',
  source: 'web',
  position: null,
  priceCents: null,
  until: null,
  reason: null,
  answers: null,
  wishes: null,
  files: [],
  answersMissing: false,
  dependsOn: [],
  termsMissing: false,
  nextStatuses: status === 'confirmed' ? [...DOOR, 'cancelled'] : ['confirmed', ...DOOR.filter((to) => to !== status)],
  ...given,
});

/** The session's list on a server that carries marks out; `marks` are the calls of others and one's own. */
export function door() {
  const tickets = [
    ticket('Ada Byron', 'confirmed'),
    ticket('Bénédicte Okafor-Wintergreen', 'confirmed'),
    ticket('Cleo Marsh', 'attended', { source: 'walkIn' }),
    ticket('Dan Held', 'held', {
      priceCents: 500,
      until: '2027-03-09T10:00:00-07:00',
      nextStatuses: ['confirmed', 'cancelled'],
    }),
    ticket('Eve Waits', 'waitlisted', { position: 1, nextStatuses: ['cancelled'] }),
    ticket('Fay Gone', 'cancelled', { reason: 'Is ill', nextStatuses: [] }),
  ];
  const list: DoorList = {
    session: { ...SESSION },
    feeCents: 500,
    tickets,
    scanKey: null,
    adds: ['attended'],
    addRefusal: null,
  };
  const set = (name: string, status: TicketStatus): void => {
    const at = tickets.findIndex((one) => one.name === name);
    tickets[at] = ticket(name, status, { id: tickets[at]!.id });
  };
  const run =
    (to: TicketStatus) =>
    ({ body }: ApiCall) => {
      const { ids } = body as { ids: [number] };
      const { name } = tickets.find(({ id }) => id === ids[0])!;
      set(name, to);
      return { ids, done: `${name}: done`, changes: [], result: null };
    };
  /** By key, as the server remembers them. */
  const carried = new Map<string, { isDone: boolean; words: string | null }>();
  const carryOut = ({ body }: ApiCall) => ({
    results: (body as SendDoorMarks).marks.map(({ key, ticketId, from, to }) => {
      const one = tickets.find(({ id }) => id === ticketId);
      const isDone = one?.status === from || one?.status === to;
      const result = carried.get(key) ?? {
        isDone,
        words: isDone ? null : 'Someone else changed this ticket in the meantime.',
      };
      if (!carried.has(key) && isDone) set(one!.name, to);
      carried.set(key, result);
      return { key, ...result };
    }),
  });
  return {
    list,
    set,
    carryOut,
    answers: {
      'GET /api/events/door/7': () => structuredClone(list),
      'POST /api/events/door/7/marks': carryOut,
      'POST /api/tickets/actions/paid/plan': planned('Has Dan Held paid $5.00?', 'Paid'),
      'POST /api/tickets/actions/paid': run('confirmed'),
      'POST /api/tickets/actions/cancel/plan': planned('Cancel the sign-up of Ada Byron?', 'Cancel the sign-up', true),
      'POST /api/tickets/actions/cancel': run('cancelled'),
      'POST /api/tickets/actions/move/plan': planned('Move to which session?', 'Move'),
    } as Answers,
  };
}

/** The question of an action; `isOptional`: of the reason, which it then takes. */
export function planned(title: string, button: string, isOptional?: boolean, notes: string[] = []) {
  const inputs = isOptional === undefined ? {} : { reason: { isOptional } };
  return ({ body }: ApiCall) => ({ ids: (body as { ids: number[] }).ids, title, notes, button, asks: true, inputs });
}

export async function open(at = door(), size: keyof typeof SIZES = 'desktop', more: Record<string, unknown> = {}) {
  const calls = await sitePage({
    pattern: '/scheduling/processinstance/:id',
    address: '/scheduling/processinstance/7',
    screen: <SessionScreen />,
    answers: { ...at.answers, ...(more as object) },
    size,
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(SESSION.title);
  return calls;
}

/** What was sent, without keys and times; marks that were sent again, once. */
export const marked = (calls: readonly ApiCall[]): unknown[] => {
  const sent = new Map<string, unknown>();
  for (const [index, { method, body, path }] of calls.entries()) {
    if (method !== 'POST') continue;
    if (path.endsWith('/plan')) continue;
    if (!path.endsWith('/marks'))
      sent.set(
        `call ${index}`,
        path.includes('/actions/') ? { action: path.split('/').at(-1), ...(body as object) } : body,
      );
    else for (const { key, from, to } of (body as SendDoorMarks).marks) sent.set(key, { from, to });
  }
  return [...sent.values()];
};
export const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export async function chooseFrom(menu: string, item: string): Promise<void> {
  await userEvent.click(button(menu));
  await userEvent.click(page.getByRole('menuitem', { name: item, exact: true }));
}

/** The same door behind a line that can be cut. */
export function overLine() {
  const at = door();
  const line = { isCut: false };
  const answers = Object.fromEntries(
    Object.entries(at.answers).map(([call, answer]) => [
      call,
      (requested: ApiCall) => {
        if (line.isCut) throw new TypeError('Failed to fetch');
        return answer(requested);
      },
    ]),
  );
  return { ...at, answers, line };
}

export const CODE = '7ZK29MFQ7ZK29MFQ7ZK29MFQ7Z';
export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
/** SHA-256 of CODE, as the list has it. */
export async function hashOf(code: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
}
export const result = (name: RegExp) =>
  page.getByRole('region', { name: 'Check in by scanning' }).getByRole('status').filter({ hasText: name });
export const scans = (answer: DoorScan) => ({ 'POST /api/events/door/7/scan': () => answer });
/** As a scanner types: far faster than a person. */
export function reader(text: string): void {
  for (const key of [...text, 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
