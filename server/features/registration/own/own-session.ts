import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { OwnSession, OwnTicket, SignupOutcome } from '../../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import { isActiveTicket, ticketTransition, type TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { ReadServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { isAdmitted, type Caller } from '../../admission/admission.ts';
import { currentQuestions } from '../questions/questions.ts';
import { answeredOf, questionsForCaller } from '../questions/session-questions.ts';
import { conflictsOfPerson, type SessionConflict } from '../../admission/conflicts.ts';
import { holdDeadline } from '../seats/hold-deadline.ts';
import { ticketFacts, readInstance, type ListedInstance, type OpenInstance } from '../../sessions/instance.ts';
import { jointly, takenTogether } from '../../sessions/listing/joint-session.ts';
import { prerequisiteState, type BookedPrerequisite, type MissingPrerequisite } from '../../admission/prerequisites.ts';
import { sentenceFor, wordsFor } from '../../admission/prerequisite-text.ts';
import { canCancel } from './own-tickets.ts';
import { isBookable, sessionRow } from '../../sessions/listing/public-session.ts';
import { seatPayment } from '../../places/errand-place.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import { readSession } from '../details/session-details.ts';
import { missingPrerequisitesMessage, signupRefused } from '../booking/sign-up.ts';
import { ownConditions, seatConditions } from '../../admission/seat-conditions.ts';
import { otherSeats } from './other-seats.ts';
import { noShowBlockOf, noShowBlockMessage } from '../../admission/no-show-block.ts';
import { agreedAt } from '../../admission/terms.ts';
import { isAgeWaived } from '../../admission/waivers.ts';
import { upcoming } from '../../sessions/listing/upcoming.ts';

const MOST_NAMED = 3;
const MOST_READ = 60;

/** The caller's state for a session, and what signing up would give. Nothing is locked: the sign-up itself decides. */
export async function ownSession(services: ReadServices, caller: Caller, id: number): Promise<OwnSession> {
  const { actor } = caller;
  const userId = requireAccountId(actor);
  const { db } = services;
  const { session } = await readSession(services, caller, id);
  const instance = await readInstance(services, db, id);
  const row = await latestTicket(db, id, userId);
  const ticket = row === undefined ? null : await toOwnTicket(services, row);
  const active = ticket !== null && isActiveTicket(ticket.status) ? ticket : null;
  const { lacking, booked, conflicts } = await obstacles(services, instance, userId, ticket);
  const conditions = await ownConditions(services, actor, userId);
  const questions = await currentQuestions(db, instance.formId);
  const seats = { status: active?.status ?? null, dependents: conditions.dependents };
  return {
    ticket,
    agreedAt: await agreedAt(db, instance, userId),
    ...(instance.hasTerms && (await isAgeWaived(db, instance.eventId, userId)) ? { isAgeWaived: true } : {}),
    canCancel: ticket !== null && canCancel(services, ticket, instance),
    joinUrl: ticket !== null && SEATED.includes(ticket.status) ? await joinLink(db, id) : null,
    missing: await Promise.all(lacking.map((group) => withSessions(services, actor, group, id))),
    conflicts: conflicts.map(({ instanceId, title, startsAt, endsAt }) => ({
      id: instanceId,
      title,
      start: localText(Date.parse(startsAt), session.timezone),
      end: localText(Date.parse(endsAt), session.timezone),
    })),
    dependsOn: active
      ? (conditions.dependsOn.get(active.id) ?? [])
      : await seatConditions(db, actor, lacking.length > 0 ? [] : booked),
    otherSeats: await otherSeats(services, instance, userId, seats),
    ...(instance.oneSeatPerPerson ? { isOneSeat: true } : {}),
    asks: await questionsForCaller(services, instance, questions, active ? answeredOf(row) : null),
    outcome: active ? null : await outcomeFor(services, caller, instance, lacking),
  };
}

const SEATED: readonly TicketStatus[] = ['confirmed', 'attended', 'late'];
const OVER: readonly TicketStatus[] = ['attended', 'late', 'noShow'];

/** None once the session is over for the ticket's holder. */
async function obstacles(
  services: ReadServices,
  instance: ListedInstance,
  userId: number,
  ticket: OwnTicket | null,
): Promise<{ lacking: MissingPrerequisite[]; booked: BookedPrerequisite[]; conflicts: SessionConflict[] }> {
  if (ticket !== null && OVER.includes(ticket.status)) return { lacking: [], booked: [], conflicts: [] };
  const [{ missing: lacking, booked }, conflicts] = await Promise.all([
    prerequisiteState(services, services.db, instance, userId, services.clock.now()),
    conflictsOfSeries(services, instance, userId),
  ]);
  return { lacking, booked, conflicts };
}

async function outcomeFor(
  services: ReadServices,
  caller: Caller,
  instance: OpenInstance,
  lacking: readonly MissingPrerequisite[],
): Promise<SignupOutcome> {
  const { db } = services;
  const { actor } = caller;
  if (!(await isAdmitted(db, instance, caller))) return { kind: 'refused', words: 'Only invited people can sign up.' };
  const refusal = await blocked(services, instance, requireAccountId(actor));
  if (refusal !== null) return refusal;
  const missing = lacking.length === 0 ? null : missingPrerequisitesMessage(await sentenceFor(db, actor, lacking));
  return signupOutcome(services, await jointly(services, instance), missing);
}

async function blocked(services: ReadServices, instance: ListedInstance, userId: number) {
  const { db, clock, model } = services;
  const block = await noShowBlockOf(services, db, instance, userId, clock.now());
  return block === null ? null : { kind: 'refused' as const, words: noShowBlockMessage(block, model.site.timezone) };
}

/** As `signUp` decides. */
async function signupOutcome(
  services: ReadServices,
  instance: ListedInstance,
  lacking: string | null,
): Promise<SignupOutcome> {
  const { model, clock } = services;
  const now = clock.now();
  const transition = ticketTransition(model.tickets, 'none', 'attendee', ticketFacts(instance, now));
  if (transition === null)
    return {
      kind: 'refused',
      words: isFullSeries(instance, now) ? FULL_SERIES : signupRefused(instance, now).problem.detail,
    };
  if (lacking !== null) return { kind: 'refused', words: lacking };
  if (transition.to === 'waitlisted') return { kind: 'waitlisted', position: instance.waiting + 1 };
  if (transition.to === 'held') {
    const payment = await seatPayment(services, services.db, instance.locationId, false);
    const until = await heldUntil(services, instance, now);
    return { kind: 'held', until, ...(payment === null ? {} : { payment }) };
  }
  return { kind: 'seat' };
}

/** As `LockedSession`, for all sessions of one sign-up. */
async function heldUntil(services: ReadServices, instance: ListedInstance, now: number): Promise<string> {
  const together = await takenTogether(services, instance);
  const deadlines = await Promise.all(together.map((one) => holdDeadline(services, services.db, one, now)));
  return new Date(Math.min(instance.holdsEndAt, ...deadlines)).toISOString();
}

const FULL_SERIES = 'One of its sessions is full, and the series can only be booked as a whole.';

function isFullSeries(instance: ListedInstance, now: number): boolean {
  const { isSignupOpen, seatsLeft } = ticketFacts(instance, now);
  return instance.wholeSeriesId !== null && isSignupOpen && seatsLeft <= 0;
}

/** With any session of one sign-up, by start. */
async function conflictsOfSeries(
  services: ReadServices,
  instance: ListedInstance,
  userId: number,
): Promise<SessionConflict[]> {
  const together = await takenTogether(services, instance);
  const found = await Promise.all(together.map((one) => conflictsOfPerson(services, services.db, one, userId)));
  return [...new Map(found.flat().map((conflict) => [conflict.instanceId, conflict])).values()];
}

/** The active one, or the one that was canceled last. */
function latestTicket(db: Db, instanceId: number, userId: number) {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .where('userId', '=', userId)
    .orderBy((eb) => eb('status', '=', 'cancelled'))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function joinLink(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('instances').select('joinUrl').where('id', '=', id).executeTakeFirst();
  return row?.joinUrl ?? null;
}

/** The next sessions that would meet what is missing. */
async function withSessions(
  services: ReadServices,
  viewer: Actor,
  missing: MissingPrerequisite,
  exceptId: number,
): Promise<OwnSession['missing'][number]> {
  const { eventIds } = missing;
  const [anyOf = []] = await wordsFor(services.db, viewer, [missing]);
  if (eventIds.length === 0) return { anyOf, sessions: [] };
  const rows = await upcoming(services, viewer)
    .where('i.eventId', 'in', eventIds)
    .where('i.id', '!=', exceptId)
    .where('i.startsAt', '>', services.clock.date().toISOString())
    .orderBy('i.startsAt')
    .orderBy('i.id')
    .limit(MOST_READ)
    .execute();
  const sessions: PublicSession[] = rows
    .map((row) => sessionRow(services, row))
    .filter(isBookable)
    .slice(0, MOST_NAMED)
    .map(({ session }) => session);
  return { anyOf, sessions };
}
