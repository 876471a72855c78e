import type { Asks, SessionQuestions } from '../../../../domain/calls/tickets.ts';
import { carriedOver } from '../../../../domain/requests/request-drafts.ts';
import type { Answers, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import type { Needs, ReadServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { formValidatorUrl } from '../../forms/validator.ts';
import type { Caller } from '../../admission/admission.ts';
import { readInstance, type ListedInstance } from '../../sessions/instance.ts';
import { readSession } from '../details/session-details.ts';
import { uploadsFor } from './answer-files.ts';
import {
  areAnswersMissing,
  canAnswer,
  currentQuestions,
  currentQuestionsOf,
  missingAnswersOf,
  type AnsweredTicket,
  type Questions,
} from './questions.ts';

/** The session's questions, with the caller's answers on their ticket, or on the one cancelled last. */
export async function sessionQuestions(services: ReadServices, caller: Caller, id: number): Promise<SessionQuestions> {
  const userId = requireAccountId(caller.actor);
  await readSession(services, caller, id);
  const { db } = services;
  const { formId, asksWishes } = await readInstance(services, db, id);
  const [questions, ticket] = await Promise.all([
    currentQuestions(db, formId),
    db
      .selectFrom('tickets as t')
      .leftJoin('formVersions as v', 'v.id', 't.formVersionId')
      .select(['t.answerValues', 't.wishes', 'v.schema'])
      .where('t.instanceId', '=', id)
      .where('t.userId', '=', userId)
      .orderBy((eb) => eb('t.status', '=', 'cancelled'))
      .orderBy('t.id', 'desc')
      .$castTo<{ answerValues: Answers | null; wishes: string | null; schema: RequestFormSchema | null }>()
      .executeTakeFirst(),
  ]);
  return {
    version: questions && {
      id: questions.versionId,
      schema: questions.schema,
      validator: formValidatorUrl(questions.schema),
    },
    asksWishes,
    answers: questions ? carriedOver(ticket?.answerValues ?? {}, ticket?.schema ?? null, questions.schema) : {},
    files: questions ? await uploadsFor(db, questions.formId, userId) : [],
    wishes: ticket?.wishes ?? '',
  };
}

export function answeredOf(row: (Pick<AnsweredTicket, 'status'> & { formVersionId?: number | null }) | undefined) {
  return row === undefined ? null : { status: row.status, formVersionId: row.formVersionId ?? null };
}

/** `ticket`: the caller's active one; null without. */
export async function questionsForCaller(
  { db, clock }: Needs<'clock' | 'db'>,
  instance: ListedInstance,
  questions: Questions | null,
  ticket: AnsweredTicket | null,
): Promise<Asks> {
  const isMissing = ticket !== null && (await areAnswersMissing(db, questions, ticket));
  return asksWith(instance, questions, ticket, isMissing, clock.now());
}

/** The same of several tickets, in their order. Two queries, however many they are. */
export async function questionsForTickets(
  { db, clock }: Needs<'clock' | 'db'>,
  tickets: readonly { instance: ListedInstance; ticket: AnsweredTicket }[],
): Promise<Asks[]> {
  const formIds = [...new Set(tickets.flatMap(({ instance }) => instance.formId ?? []))];
  const [questions, areMissing] = await Promise.all([
    currentQuestionsOf(db, formIds),
    missingAnswersOf(
      db,
      tickets.map(({ ticket }) => ticket),
    ),
  ]);
  return tickets.map(({ instance, ticket }) => {
    const formQuestions = questions.get(instance.formId ?? 0) ?? null;
    return asksWith(instance, formQuestions, ticket, areMissing(formQuestions, ticket), clock.now());
  });
}

function asksWith(
  instance: ListedInstance,
  questions: Questions | null,
  ticket: AnsweredTicket | null,
  isMissing: boolean,
  now: number,
): Asks {
  return {
    formVersionId: questions?.versionId ?? null,
    wishes: instance.asksWishes,
    isMissing,
    canAnswer:
      ticket !== null && (questions !== null || instance.asksWishes) && canAnswer(instance, ticket, isMissing, now),
  };
}
