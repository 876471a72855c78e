import type { Actor } from '../../../domain/actor.ts';
import type { GivenAnswers } from '../../../domain/question-calls.ts';
import type { Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { requireAdmission } from './admission.ts';
import { atDesk, type Desk, type Ticket } from './desk.ts';
import type { OpenInstance } from './instance.ts';
import { missingPrerequisites } from './prerequisites.ts';
import { activeFor } from './rules.ts';
import { answeredAgain } from './questions/answer-ticket.ts';
import { checkedAnswers, toldValues, type CheckedAnswers } from './questions/answers.ts';
import { requireAgreement } from './terms.ts';
import { requireStanding } from './standing.ts';
import { settle } from './settle.ts';

/** What somebody brings who signs up. */
export interface SignUpWith extends GivenAnswers {
  /** They hold a link to the session that works. */
  isInvited?: boolean;
}

/**
 * Signs the person up: a seat, a seat that is held until it is paid, or a place on the waiting list. Whoever has an active ticket gets
 * that one, so repeating the call changes nothing but what they answer. Refused with 409 and the reason in words, or 422 by question.
 */
export async function signUp(
  services: Services,
  actor: Actor,
  instanceId: number,
  { isInvited = false, ...given }: SignUpWith = {},
): Promise<Ticket> {
  const userId = accountOf(actor);
  const checked = await checkedAnswers(services, given);
  return atDesk(services, instanceId, (desk) => signUpAt(desk, actor, userId, { isInvited, given, checked }));
}

/** What signing up at a desk needs beside the person. */
export interface SignUpAt {
  isInvited: boolean;
  given: GivenAnswers;
  checked: CheckedAnswers | null;
  /** Together with the other sessions of its series: whether this ticket's message stands for all of them. */
  asWhole?: { isTold: boolean };
}

/** Signs the person up at a desk. */
export async function signUpAt(
  desk: Desk,
  actor: Actor,
  userId: number,
  { isInvited, given, checked, asWhole }: SignUpAt,
): Promise<Ticket> {
  const own = await activeTicket(desk.services, desk.tx, desk.instance.id, userId);
  if (own !== null) return answeredAgain(desk, own, given, checked, actor);
  await requireAdmission(desk.tx, desk.instance, { actor, isInvited });
  // Who waits comes before who signs up now.
  await settle(desk);
  const transition = desk.transition('none', 'attendee');
  if (transition === null) throw signupRefused(desk.instance, desk.now);
  await requirePrerequisites(desk, userId);
  await requireStanding(desk, userId);
  await requireAgreement(desk, userId);
  const { tells, ...untold } = transition;
  const step = asWhole?.isTold === false || tells === undefined ? untold : { ...untold, tells };
  const by = { as: 'attendee', actor, asWhole: asWhole !== undefined } as const;
  const told = await toldValues(desk, given, checked, { areRequired: true });
  const ticket = await desk.create(userId, step, 'web', by, told);
  await settle(desk);
  return ticket;
}

/** The person's ticket that is not cancelled, locked. */
export async function activeTicket(
  { engine }: Services,
  tx: Tx,
  instanceId: number,
  userId: number,
): Promise<Ticket | null> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('activeFor', '=', activeFor(instanceId, userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  const [ticket] = await engine.lock(tx, 'tickets', [row.id]);
  return ticket ?? null;
}

async function requirePrerequisites({ services, tx, instance, now }: Desk, userId: number): Promise<void> {
  const missing = await missingPrerequisites(services, tx, instance.eventId, userId, now);
  if (missing.length === 0) return;
  const words = missing.map(({ anyOf }) => anyOf.join(' or ')).join('; ');
  throw problem(409, 'events.prerequisites', 'Not signed up', `This event asks for something that you lack: ${words}.`);
}

/** Why nobody can sign up now, in words. */
export function signupRefused(instance: OpenInstance, now: number): ProblemError {
  const [code, detail] = refusal(instance, now);
  return problem(409, `events.${code}`, 'Not signed up', detail);
}

function refusal(instance: OpenInstance, now: number): [string, string] {
  if (instance.status === 'cancelled') return ['cancelled', 'This session is cancelled.'];
  if (instance.status !== 'published' || !instance.isEventActive)
    return ['not-open', 'Sign-up for this session is not open.'];
  if (now >= instance.startsAt) return ['begun', 'This session has begun already.'];
  if (now < instance.opensAt) return ['too-early', 'Sign-up for this session has not opened yet.'];
  if (now >= instance.closesAt) return ['closed', 'Sign-up for this session is closed.'];
  if (!instance.waitlistOn) return ['full', 'All seats of this session are taken.'];
  return ['waitlist-full', 'All seats of this session are taken, and its waiting list is full.'];
}
