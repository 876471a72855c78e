import type { Actor } from '../../../domain/declarations/actor.ts';
import { parseCardText } from '../../../domain/sessions/card-text.ts';
import type { DoorScan } from '../../../domain/calls/door.ts';
import { parseTicketCode } from '../../../domain/sessions/ticket-code.ts';
import { isActiveTicket, ticketTransition, type TicketStatus } from '../../../domain/sessions/tickets.ts';
import type { Db } from '../../platform/database.ts';
import { localText } from '../../platform/zone-years.ts';
import type { CommandServices, Needs, ReadServices } from '../../services.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { ticketFacts, readInstance, type OpenInstance } from '../sessions/instance.ts';
import { personName } from '../registration/seats/person-name.ts';
import { ticketOfCode } from './ticket-codes.ts';
import { cardHash } from './cards.ts';
import { sealCard } from './offline-scans.ts';

/** The person of a code, card or student ID; of a code also the ticket. */
type ScanMatch = { userId: number; ticketId: number | null } | { words: string; canLink: boolean };

export async function scanAtDoor(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  text: string,
): Promise<DoorScan> {
  requireDoorStaff(actor);
  const instance = await readInstance(services, services.db, instanceId);
  const found = await identifyScan(services, text);
  if ('words' in found) return { kind: 'unknown', ...found };
  const tickets = await ticketsOfPerson(services.db, found.userId, instance);
  const here = tickets.findLast((row) => row.instanceId === instanceId && isActiveTicket(row.status));
  if (here !== undefined) return { kind: 'here', ticketId: here.id };
  const shown = tickets.find(({ id }) => id === found.ticketId) ?? (await ticketById(services.db, found.ticketId));
  const elsewhere =
    shown !== undefined && shown.instanceId !== instanceId && isActiveTicket(shown.status)
      ? shown
      : nearest(tickets, instance);
  if (elsewhere !== undefined) return { kind: 'elsewhere', ...(await describeTicket(services, instance, elsewhere)) };
  const last = tickets.findLast((row) => row.instanceId === instanceId);
  if (last !== undefined) return { kind: 'here', ticketId: last.id };
  return { kind: 'person', userId: found.userId, name: await personName(services.db, found.userId) };
}

export async function identifyScan(services: Needs<'db' | 'settings'>, text: string): Promise<ScanMatch> {
  const { db } = services;
  const ticket = await ticketOfCode(db, text);
  if (ticket !== null) return { userId: ticket.userId, ticketId: ticket.ticketId };
  const scanned = parseCardText(text);
  if (scanned.kind === 'misread') return unknown('The card could not be read. Try again.');
  if (scanned.kind === 'other')
    return unknown(
      parseTicketCode(text) === null
        ? 'This is not a ticket code, a card or a student ID.'
        : 'This code no longer works. Ask for the new one, or check the person’s identity.',
    );
  const { column, value, words } =
    scanned.kind === 'card'
      ? {
          column: 'cardHash' as const,
          value: await cardHash(services, scanned.card),
          words: 'No account has this card yet.',
        }
      : { column: 'studentId' as const, value: scanned.studentId, words: 'No account has this student ID.' };
  const person = await db
    .selectFrom('users')
    .select(['id', 'cardSealed'])
    .where(column, '=', value)
    .where('active', '=', true)
    .executeTakeFirst();
  if (person === undefined) return { words, canLink: scanned.kind === 'card' };
  if (scanned.kind === 'card' && person.cardSealed === null) await sealKnownCard(services, value, scanned.card);
  return { userId: person.id, ticketId: null };
}

/** Cards that were linked before they were sealed are sealed when they are read. */
async function sealKnownCard(services: Needs<'db' | 'settings'>, hash: string, card: string): Promise<void> {
  const cardSealed = await sealCard(services, card);
  await services.db.updateTable('users').set({ cardSealed }).where('cardHash', '=', hash).execute();
}

function unknown(words: string): ScanMatch {
  return { words, canLink: false };
}

interface ScannedTicket {
  id: number;
  instanceId: number;
  status: TicketStatus;
  startsAt: string;
}

function ticketsOfPerson(db: Db, userId: number, { eventId }: OpenInstance): Promise<ScannedTicket[]> {
  return scannedTickets(db).where('t.userId', '=', userId).where('i.eventId', '=', eventId).execute();
}

async function ticketById(db: Db, id: number | null): Promise<ScannedTicket | undefined> {
  return id === null ? undefined : scannedTickets(db).where('t.id', '=', id).executeTakeFirst();
}

function scannedTickets(db: Db) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(['t.id', 't.instanceId', 't.status', 'i.startsAt'])
    .orderBy('t.id');
}

/** Of the sessions for which a seat is still unused, the one nearest in time. */
function nearest(tickets: readonly ScannedTicket[], { id, startsAt }: OpenInstance): ScannedTicket | undefined {
  const distance = (row: ScannedTicket): number => Math.abs(Date.parse(row.startsAt) - startsAt);
  return tickets
    .filter((row) => row.instanceId !== id && !['cancelled', 'attended', 'late'].includes(row.status))
    .toSorted((a, b) => distance(a) - distance(b))[0];
}

async function describeTicket(
  { db, model, clock }: ReadServices,
  here: OpenInstance,
  { id, status, instanceId }: ScannedTicket,
) {
  const there = await readInstance({ model }, db, instanceId);
  const row = await db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .select(['u.displayName', 'l.timezone'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const leaves = ticketTransition(model.tickets, status, 'correction', ticketFacts(there, now), 'cancelled');
  const arrives = ticketTransition(model.tickets, 'none', 'correction', ticketFacts(here, now), 'confirmed');
  const start = localText(there.startsAt, row.timezone ?? model.site.timezone);
  return {
    ticketId: id,
    status,
    name: row.displayName,
    session: { id: instanceId, title: there.title, start },
    canMove: there.eventId === here.eventId && leaves !== null && arrives !== null,
  };
}
