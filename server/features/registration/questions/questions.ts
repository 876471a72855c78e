import { missingAnswers } from '../../../../domain/requests/request-form-answers.ts';
import type { RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import type { ListedInstance } from '../../sessions/instance.ts';

export interface Questions {
  formId: number;
  versionId: number;
  schema: RequestFormSchema;
}

export interface AnsweredTicket {
  status: string;
  formVersionId: number | null;
}

type AnsweredForm = Pick<AnsweredTicket, 'formVersionId'>;

export async function currentQuestions(db: Db | Tx, formId: number | null): Promise<Questions | null> {
  return formId === null ? null : ((await currentQuestionsOf(db, [formId])).get(formId) ?? null);
}

/** By the id of the form. */
export async function currentQuestionsOf(db: Db | Tx, formIds: readonly number[]): Promise<Map<number, Questions>> {
  if (formIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('forms as f')
    .innerJoin('formVersions as v', 'v.id', 'f.currentVersionId')
    .select(['f.id as formId', 'v.id as versionId', 'v.schema'])
    .where('f.id', 'in', [...formIds])
    .where('f.active', '=', true)
    .where('f.deletedAt', 'is', null)
    .$castTo<Questions>()
    .execute();
  return new Map(rows.map((row) => [row.formId, row]));
}

/** An empty answer would leave a required question open. */
function hasRequiredQuestions({ schema }: Questions): boolean {
  return Object.keys(missingAnswers(schema, {})).length > 0;
}

/**
 * Decides for tickets whether their answers are missing: there are required questions, and the person has not been
 * asked, because staff added them or the questions are newer than the ticket. An answer to an earlier version counts.
 * One query, however many tickets.
 */
export async function missingAnswersOf(
  db: Db | Tx,
  tickets: readonly AnsweredForm[],
): Promise<(questions: Questions | null, ticket: AnsweredForm) => boolean> {
  const versionIds = [...new Set(tickets.flatMap((ticket) => ticket.formVersionId ?? []))];
  const versions =
    versionIds.length === 0
      ? []
      : await db.selectFrom('formVersions').select(['id', 'formId']).where('id', 'in', versionIds).execute();
  const formByVersion = new Map(versions.map(({ id, formId }) => [id, formId]));
  return (questions, { formVersionId }) =>
    questions !== null &&
    hasRequiredQuestions(questions) &&
    (formVersionId === null || formByVersion.get(formVersionId) !== questions.formId);
}

export async function areAnswersMissing(
  db: Db | Tx,
  questions: Questions | null,
  ticket: AnsweredForm,
): Promise<boolean> {
  return (await missingAnswersOf(db, [ticket]))(questions, ticket);
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
