import { missingAnswers } from '../../../../domain/request-form-answers.ts';
import type { RequestFormSchema } from '../../../../domain/request-form.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import type { ListedInstance } from '../tickets/instance.ts';

/** The version of an event's questions that is asked now. */
export interface Questions {
  formId: number;
  versionId: number;
  schema: RequestFormSchema;
}

/** What of a ticket tells whether its person may and has to answer. */
export interface AnsweredTicket {
  status: string;
  formVersionId: number | null;
}

type AnsweredForm = Pick<AnsweredTicket, 'formVersionId'>;

/** Null where the event has no questions, or their form is switched off. */
export async function currentQuestions(db: Db | Tx, formId: number | null): Promise<Questions | null> {
  if (formId === null) return null;
  const row = await db
    .selectFrom('forms as f')
    .innerJoin('formVersions as v', 'v.id', 'f.currentVersionId')
    .select(['v.id as versionId', 'v.schema'])
    .where('f.id', '=', formId)
    .where('f.active', '=', true)
    .where('f.deletedAt', 'is', null)
    .$castTo<Omit<Questions, 'formId'>>()
    .executeTakeFirst();
  return row === undefined ? null : { formId, ...row };
}

/** Somebody who answers nothing would leave something open. */
function asksSomething({ schema }: Questions): boolean {
  return Object.keys(missingAnswers(schema, {})).length > 0;
}

/**
 * Of which of the tickets: there are required questions, and the person has not been asked, because staff added them or the event asks
 * since then. Whoever has answered an earlier version has been asked.
 */
export async function missingAnswersOf(
  db: Db | Tx,
  questions: Questions | null,
  tickets: readonly AnsweredForm[],
): Promise<(ticket: AnsweredForm) => boolean> {
  if (questions === null || !asksSomething(questions)) return () => false;
  const { formId, versionId } = questions;
  const others = [...new Set(tickets.flatMap((ticket) => ticket.formVersionId ?? []))].filter((id) => id !== versionId);
  const earlier =
    others.length === 0
      ? []
      : await db
          .selectFrom('formVersions')
          .select('id')
          .where('id', 'in', others)
          .where('formId', '=', formId)
          .execute();
  const asked = new Set([versionId, ...earlier.map(({ id }) => id)]);
  return (ticket) => ticket.formVersionId === null || !asked.has(ticket.formVersionId);
}

export async function areAnswersMissing(
  db: Db | Tx,
  questions: Questions | null,
  ticket: AnsweredForm,
): Promise<boolean> {
  return (await missingAnswersOf(db, questions, [ticket]))(ticket);
}

/** Answers can be changed until the session begins, and missing ones be given until it ends. `now` in epoch milliseconds. */
export function canAnswer(
  { status, isEventActive, startsAt, endsAt, formId, asksWishes }: ListedInstance,
  ticket: AnsweredTicket,
  isMissing: boolean,
  now: number,
): boolean {
  if (status !== 'published' || !isEventActive || (formId === null && !asksWishes)) return false;
  if (ticket.status === 'cancelled' || ticket.status === 'noShow') return false;
  return now < (isMissing ? endsAt : startsAt);
}
