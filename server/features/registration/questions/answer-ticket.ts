import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { GivenAnswers } from '../../../../domain/calls/sign-up.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { CommandServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import type { LockedSession, Ticket } from '../seats/locked-session.ts';
import { inLockedSession } from '../seats/session-queue.ts';
import { instanceOfTicket } from '../seats/session-of-ticket.ts';
import { notPossible } from '../../sessions/refusals.ts';
import { checkedAnswers, hasSameAnswers, answerValuesOf, type CheckedAnswers } from './answers.ts';
import { areAnswersMissing, canAnswer, currentQuestions } from './questions.ts';

/** 404 for other people's tickets. */
export async function answerTicket(
  services: CommandServices,
  actor: Actor,
  ticketId: number,
  given: GivenAnswers,
): Promise<Ticket> {
  const userId = requireAccountId(actor);
  const instanceId = await instanceOfTicket(services, ticketId, userId);
  const checked = await checkedAnswers(services, given, userId, ticketId);
  return inLockedSession(services, instanceId, async (locked) => {
    const ticket = await locked.ticket(ticketId);
    return answer(locked, ticket, given, checked, actor);
  });
}

/** A repeated call with other answers: the later ones replace the earlier if possible. */
export async function answeredAgain(
  locked: LockedSession,
  ticket: Ticket,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  actor: Actor,
): Promise<Ticket> {
  if (checked === null && given.wishes === undefined) return ticket;
  return answer(locked, ticket, given, checked, actor).catch((error: unknown) => {
    if (error instanceof ProblemError) return ticket;
    throw error;
  });
}

/** Throws where it is too late, and for faulty answers. */
async function answer(
  locked: LockedSession,
  ticket: Ticket,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  actor: Actor,
): Promise<Ticket> {
  const { instance, tx, now } = locked;
  const current = await currentQuestions(tx, instance.formId);
  const isMissing = await areAnswersMissing(tx, now < instance.startsAt ? null : current, {
    ...ticket,
    formVersionId: ticket.formVersionId ?? null,
  });
  if (!canAnswer(instance, { ...ticket, formVersionId: ticket.formVersionId ?? null }, isMissing, now))
    throw notPossible('Answers can be changed until the session begins.');
  const values = answerValuesOf(instance, given, checked, current, false);
  return hasSameAnswers(ticket, values) ? ticket : locked.record(ticket, values, actor);
}
