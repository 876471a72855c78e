import type { Actor } from '../../../../domain/actor.ts';
import type { GivenAnswers } from '../../../../domain/question-calls.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { accountOf } from '../../accounts/authentication.ts';
import type { Desk, Ticket } from '../tickets/desk.ts';
import { atDesk } from '../tickets/desk-queue.ts';
import { instanceOfTicket } from '../tickets/instance-of-ticket.ts';
import { notPossible } from '../tickets/refusals.ts';
import { checkedAnswers, isTold, toldValues, type CheckedAnswers } from './answers.ts';
import { areAnswersMissing, canAnswer, currentQuestions } from './questions.ts';

/** Whoever has a ticket answers again. 404 for other people's tickets. */
export async function answerTicket(
  services: Services,
  actor: Actor,
  ticketId: number,
  given: GivenAnswers,
): Promise<Ticket> {
  const userId = accountOf(actor);
  const instanceId = await instanceOfTicket(services, ticketId, userId);
  const checked = await checkedAnswers(services, given, userId);
  return atDesk(services, instanceId, async (desk) => {
    const ticket = await desk.ticket(ticketId);
    return answer(desk, ticket, given, checked, actor);
  });
}

/** A call that was sent twice, with other answers meanwhile: the later ones count if they can. */
export async function answeredAgain(
  desk: Desk,
  ticket: Ticket,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  actor: Actor,
): Promise<Ticket> {
  if (checked === null && given.wishes === undefined) return ticket;
  return answer(desk, ticket, given, checked, actor).catch((error: unknown) => {
    if (error instanceof ProblemError) return ticket;
    throw error;
  });
}

/** Throws where it is too late, and for faulty answers. */
async function answer(
  desk: Desk,
  ticket: Ticket,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  actor: Actor,
): Promise<Ticket> {
  const { instance, tx, now } = desk;
  const current = await currentQuestions(tx, instance.formId);
  const isMissing = await areAnswersMissing(tx, now < instance.startsAt ? null : current, {
    ...ticket,
    formVersionId: ticket.formVersionId ?? null,
  });
  if (!canAnswer(instance, { ...ticket, formVersionId: ticket.formVersionId ?? null }, isMissing, now))
    throw notPossible('Answers can be changed until the session begins.');
  const values = toldValues(instance, given, checked, current, false);
  return isTold(ticket, values) ? ticket : desk.record(ticket, values, actor);
}
