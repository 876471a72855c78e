import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { GivenAnswers, SignUpBody } from '../../../../domain/calls/sign-up.ts';
import type { Outcome } from '../../../platform/batches.ts';
import { problem, ProblemError } from '../../../platform/problem.ts';
import type { CommandServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { admissionFacts, type AdmissionFacts } from '../../admission/eligibility.ts';
import { lockBookings, otherTickets, requireOneBooking, type OtherTicket } from '../seats/other-tickets.ts';
import { activeTickets } from '../seats/active-ticket.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import { batchInLockedSession } from '../seats/session-queue.ts';
import type { ListedInstance, OpenInstance } from '../../sessions/instance.ts';
import { sentencesFor } from '../../admission/prerequisite-text.ts';
import { answeredAgain } from '../questions/answer-ticket.ts';
import { checkedAnswers, answerValuesOf, type CheckedAnswers } from '../questions/answers.ts';
import { currentQuestions, type Questions } from '../questions/questions.ts';
import { answersOfTicket } from '../seats/answer-values.ts';
import { afterOtherBooking } from '../seats/booking-lock.ts';
import { noInstance } from '../../sessions/refusals.ts';
import { requireAgreement } from '../../admission/terms.ts';
import { requireNotBlocked } from '../../admission/no-show-block.ts';
import { expireHoldsAndOfferSeats } from '../seats/expire-and-offer.ts';

export interface SignUpWith extends SignUpBody {
  /** A valid link to the session. */
  isInvited?: boolean;
}

export interface Applicant {
  userId: number;
  actor: Actor;
  isInvited: boolean;
  given: GivenAnswers;
  checked: CheckedAnswers | null;
  /** Requested in addition to tickets in other sessions of the event. */
  inAddition: boolean;
  /** The ticket in another session of the event that they give up for this one, in the same transaction. */
  moved?: Ticket;
  /** Together with the other sessions of its series: whether this ticket's message stands for all of them. */
  seriesBooking?: { isNotified: boolean };
}

/**
 * Signs the person up: a seat, a held seat until it is paid, or a place on the waitlist. An active ticket is returned
 * with changed answers, so repeating the call changes nothing else. Refused with 409 and the reason, or 422 by
 * question.
 */
export async function signUp(
  services: CommandServices,
  actor: Actor,
  instanceId: number,
  { isInvited = false, inAddition = false, moveFrom: _, ...given }: SignUpWith = {},
): Promise<Ticket> {
  const userId = requireAccountId(actor);
  const checked = await checkedAnswers(services, given, userId);
  const person = { userId, actor, isInvited, inAddition, given, checked };
  return afterOtherBooking(services, () => batchInLockedSession(services, instanceId, signUpAll, person));
}

/**
 * Signs people up for a locked session, in their order. All facts are read together, each person is decided without a
 * write, and their tickets are inserted together.
 */
export async function signUpAll(locked: LockedSession, people: readonly Applicant[]): Promise<Outcome<Ticket>[]> {
  const own = await activeTickets(locked, people.map(applicantId));
  const made = await makeTickets(
    locked,
    people.filter(({ userId }) => !own.has(userId)),
  );
  const outcomes: Outcome<Ticket>[] = [];
  for (const { userId, given, checked, actor } of people) {
    const ticket = own.get(userId);
    outcomes.push(
      ticket === undefined
        ? made.get(userId)!
        : await locked.withSavepoint(() => answeredAgain(locked, ticket, given, checked, actor)),
    );
  }
  return outcomes;
}

async function makeTickets(locked: LockedSession, people: readonly Applicant[]): Promise<Map<number, Outcome<Ticket>>> {
  const outcomes = new Map<number, Outcome<Ticket>>();
  if (people.length === 0) return outcomes;
  // Waitlisted people are served first.
  await expireHoldsAndOfferSeats(locked);
  const facts = await factsOfApplicants(locked, people);
  for (const person of people)
    try {
      stageApplicant(locked, person, facts);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      outcomes.set(person.userId, { error });
    }
  for (const ticket of await locked.insertStagedTickets()) outcomes.set(ticket.userId, { value: ticket });
  return outcomes;
}

/** By account id. */
interface Facts extends AdmissionFacts {
  /** Missing prerequisites, as messages. */
  lacking: ReadonlyMap<number, string>;
  questions: Questions | null;
  others: ReadonlyMap<number, readonly OtherTicket[]>;
  /** People who get or give up a ticket of the event in another transaction; only of events with one seat per person. */
  busy: ReadonlySet<number>;
}

async function factsOfApplicants(locked: LockedSession, people: readonly Applicant[]): Promise<Facts> {
  const { services, tx, instance } = locked;
  const userIds = people.map(applicantId);
  // Before their other tickets are read: the lock orders sign-ups for different sessions.
  const busy = instance.oneSeatPerPerson ? await lockBookings(tx, instance.eventId, userIds) : new Set<number>();
  const facts = await admissionFacts(locked, people);
  return {
    ...facts,
    busy,
    others: await otherTickets(services, tx, instance, userIds),
    lacking: await sentencesFor(tx, people, facts.missing),
    questions: await currentQuestions(tx, instance.formId),
  };
}

/** Throws for people who cannot have a ticket. */
function stageApplicant(locked: LockedSession, person: Applicant, facts: Facts): void {
  const { userId, actor, isInvited, seriesBooking, moved } = person;
  const { instance, now, services } = locked;
  if (!facts.admitted.has(userId)) throw noInstance();
  const open = locked.transition('none', 'attendee');
  if (open === null) throw signupRefused(instance, now);
  requirePrerequisites(facts.lacking.get(userId));
  requireNotBlocked(facts.blocks.get(userId) ?? null, services.model.site.timezone);
  requireAgreement(facts.agreed.has(userId));
  requireOneBooking(instance, open.to, { ...person, isBusy: facts.busy.has(userId), others: facts.others.get(userId) });
  // A paid seat is not paid again.
  const paid =
    moved?.status === 'confirmed' && open.to === 'held' ? locked.transition('none', 'correction', 'confirmed') : null;
  const transition = paid ?? open;
  const { notice, ...silentTransition } = transition;
  locked.stageTicket({
    userId,
    transition: seriesBooking?.isNotified === false || notice === undefined ? silentTransition : transition,
    source: 'web',
    isInvited,
    by: { as: 'attendee', actor, isSeriesBooking: seriesBooking !== undefined },
    answers: answersOfApplicant(instance, person, facts.questions),
    booked: facts.booked.get(userId) ?? [],
  });
}

/** A replacing ticket keeps its answers, unless others are given. */
function answersOfApplicant(instance: OpenInstance, { given, checked, moved }: Applicant, questions: Questions | null) {
  if (moved !== undefined && checked === null)
    return { ...answersOfTicket(moved), ...answerValuesOf(instance, given, null, null, false) };
  return answerValuesOf(instance, given, checked, questions, true);
}

function applicantId({ userId }: Applicant): number {
  return userId;
}

function requirePrerequisites(words: string | undefined): void {
  if (words !== undefined)
    throw problem(409, 'events.prerequisites', 'Not signed up', missingPrerequisitesMessage(words));
}

/** `words`: the missing prerequisites. */
export function missingPrerequisitesMessage(words: string): string {
  return `You need ${words} first.`;
}

export function signupRefused(instance: ListedInstance, now: number): ProblemError {
  const [code, detail] = refusal(instance, now);
  return problem(409, `events.${code}`, 'Not signed up', detail);
}

function refusal(instance: ListedInstance, now: number): [string, string] {
  if (instance.status === 'cancelled') return ['cancelled', 'This session is canceled.'];
  if (instance.status !== 'draft' && now >= instance.startsAt)
    return ['begun', now >= instance.endsAt ? 'This session is over.' : 'This session has already started.'];
  if (instance.status !== 'published' || !instance.isEventActive)
    return ['not-open', 'Sign-up for this session is not open.'];
  if (now < instance.opensAt) return ['too-early', 'Sign-up for this session has not opened yet.'];
  if (now >= instance.closesAt) return ['closed', 'Sign-up for this session is closed.'];
  if (!instance.waitlistOn) return ['full', 'All seats of this session are taken.'];
  return ['waitlist-full', 'All seats of this session are taken, and its waitlist is full.'];
}
