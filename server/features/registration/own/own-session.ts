import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { OwnSession, PublicSession, SignupOutcome } from '../../../../domain/calls/session-types.ts';
import { isActiveTicket, ticketTransition } from '../../../../domain/sessions/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { Services } from '../../../services.ts';
import { accountOf } from '../../accounts/authentication.ts';
import { isAdmitted, type Caller } from '../../admission/admission.ts';
import { currentQuestions } from '../questions/questions.ts';
import { answeredOf, asksOf } from '../questions/session-questions.ts';
import { conflictsOfPerson, type SessionConflict } from '../../admission/conflicts.ts';
import { holdDeadline } from '../seats/hold-deadline.ts';
import { factsOf, readInstance, type ListedInstance } from '../../sessions/instance.ts';
import { jointly, takenTogether } from '../../sessions/listing/joint-session.ts';
import { prerequisiteState, type MissingPrerequisite } from '../../admission/prerequisites.ts';
import { sentenceFor, wordsFor } from '../../admission/prerequisite-text.ts';
import { canCancel } from './own-tickets.ts';
import { isBookable, sessionOf } from '../../sessions/listing/public-session.ts';
import { toOwnTicket } from '../seats/shown-ticket.ts';
import { readSession } from '../details/session-details.ts';
import { missingPrerequisitesMessage, signupRefused } from '../booking/sign-up.ts';
import { ownConditions, seatConditions } from '../../admission/seat-conditions.ts';
import { otherSeats } from './other-seats.ts';
import { blockOf, noShowBlockMessage } from '../../admission/no-show-block.ts';
import { agreedAt } from '../../admission/terms.ts';
import { isAgeWaived } from '../../admission/waivers.ts';
import { upcoming } from '../../sessions/listing/upcoming.ts';

const MOST_NAMED = 3;
const MOST_READ = 60;

/** The caller's state for a session, and what signing up would give. Nothing is locked: the sign-up itself decides. */
export async function ownSession(services: Services, caller: Caller, id: number): Promise<OwnSession> {
  const { actor } = caller;
  const userId = accountOf(actor);
  const { db, clock } = services;
  const { session } = await readSession(services, caller, id);
  const instance = await readInstance(services, db, id);
  const row = await latestTicket(db, id, userId);
  const ticket = row === undefined ? null : await toOwnTicket(db, row);
  const isActive = ticket !== null && isActiveTicket(ticket.status);
  const isDone = ticket !== null && ['attended', 'late', 'noShow'].includes(ticket.status);
  const [{ missing: lacking, booked }, conflicts] = isDone
    ? [{ missing: [], booked: [] }, []]
    : await Promise.all([
        prerequisiteState(services, db, instance, userId, clock.now()),
        conflictsOfSeries(services, instance, userId),
      ]);
  const conditions = await ownConditions(services, actor, userId);
  const questions = await currentQuestions(db, instance.formId);
  const joinUrl = ['confirmed', 'attended', 'late'].includes(ticket?.status ?? '') ? await linkOf(db, id) : null;
  return {
    ticket,
    agreedAt: await agreedAt(db, instance, userId),
    ...(instance.hasTerms && (await isAgeWaived(db, instance.eventId, userId)) ? { isAgeWaived: true } : {}),
    canCancel: ticket !== null && canCancel(services, ticket, instance),
    joinUrl,
    missing: await Promise.all(lacking.map((group) => withSessions(services, actor, group, id))),
    conflicts: conflicts.map(({ instanceId, title, startsAt, endsAt }) => ({
      id: instanceId,
      title,
      start: localText(Date.parse(startsAt), session.timezone),
      end: localText(Date.parse(endsAt), session.timezone),
    })),
    dependsOn: isActive
      ? (conditions.dependsOn.get(ticket.id) ?? [])
      : lacking.length > 0
        ? []
        : await seatConditions(db, actor, booked),
    dependents: conditions.dependents.get(ticket?.id ?? 0) ?? [],
    otherSeats: await otherSeats(services, instance, userId, {
      status: isActive ? ticket.status : null,
      dependents: conditions.dependents,
    }),
    ...(instance.oneSeatPerPerson ? { isOneSeat: true } : {}),
    asks: await asksOf(services, instance, questions, isActive ? answeredOf(row) : null),
    outcome: isActive
      ? null
      : (await isAdmitted(db, instance, caller))
        ? ((await blocked(services, instance, userId)) ??
          (await outcomeOf(
            services,
            await jointly(services, instance),
            lacking.length === 0 ? null : missingPrerequisitesMessage(await sentenceFor(db, actor, lacking)),
          )))
        : { kind: 'refused', words: 'Sign-up is for invited people alone.' },
  };
}

async function blocked(services: Services, instance: ListedInstance, userId: number) {
  const { db, clock, model } = services;
  const block = await blockOf(services, db, instance, userId, clock.now());
  return block === null ? null : { kind: 'refused' as const, words: noShowBlockMessage(block, model.site.timezone) };
}

/** As `signUp` decides. */
async function outcomeOf(services: Services, instance: ListedInstance, lacking: string | null): Promise<SignupOutcome> {
  const { model, clock } = services;
  const now = clock.now();
  const transition = ticketTransition(model.tickets, 'none', 'attendee', factsOf(instance, now));
  if (transition === null)
    return {
      kind: 'refused',
      words: isFullSeries(instance, now) ? FULL_SERIES : signupRefused(instance, now).problem.detail,
    };
  if (lacking !== null) return { kind: 'refused', words: lacking };
  if (transition.to === 'waitlisted') return { kind: 'waitlisted', position: instance.waiting + 1 };
  if (transition.to === 'held') return { kind: 'held', until: await heldUntil(services, instance, now) };
  return { kind: 'seat' };
}

/** As `LockedSession`, for all sessions of one sign-up. */
async function heldUntil(services: Services, instance: ListedInstance, now: number): Promise<string> {
  const together = await takenTogether(services, instance);
  const deadlines = await Promise.all(together.map((one) => holdDeadline(services, services.db, one, now)));
  return new Date(Math.min(instance.holdsEndAt, ...deadlines)).toISOString();
}

const FULL_SERIES = 'One of its sessions is full, and the series can only be taken as a whole.';

function isFullSeries(instance: ListedInstance, now: number): boolean {
  const { isSignupOpen, seatsLeft } = factsOf(instance, now);
  return instance.wholeSeriesId !== null && isSignupOpen && seatsLeft <= 0;
}

/** With any session of one sign-up, by start. */
async function conflictsOfSeries(
  services: Services,
  instance: ListedInstance,
  userId: number,
): Promise<SessionConflict[]> {
  const together = await takenTogether(services, instance);
  const found = await Promise.all(together.map((one) => conflictsOfPerson(services, services.db, one, userId)));
  return [...new Map(found.flat().map((conflict) => [conflict.instanceId, conflict])).values()];
}

/** The active one, or the one that was cancelled last. */
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

async function linkOf(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('instances').select('joinUrl').where('id', '=', id).executeTakeFirst();
  return row?.joinUrl ?? null;
}

/** The next sessions that would meet what is missing. */
async function withSessions(
  services: Services,
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
    .map((row) => sessionOf(services, row))
    .filter(isBookable)
    .slice(0, MOST_NAMED)
    .map(({ session }) => session);
  return { anyOf, sessions };
}
