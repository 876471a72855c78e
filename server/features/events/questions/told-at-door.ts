import type { ToldAtSignup } from '../../../../domain/question-calls.ts';
import { isActiveTicket, type TicketStatus } from '../../../../domain/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { filesOfAnswers } from './answer-files.ts';
import { asksSomething, currentQuestions } from './questions.ts';

interface ToldRow {
  status: TicketStatus;
  userId: number;
  formVersionId: number | null;
  answerValues: Record<string, unknown> | null;
  answers: string | null;
  wishes: string | null;
}

/** What staff are told of each of the tickets. */
export async function toldOf(
  db: Db,
  formId: number | null,
  rows: readonly ToldRow[],
): Promise<(row: ToldRow) => ToldAtSignup> {
  const questions = await currentQuestions(db, formId);
  const isAsked = questions !== null && asksSomething(questions);
  const versions = [...new Set(rows.flatMap(({ formVersionId }) => formVersionId ?? []))];
  const known =
    isAsked && versions.length > 0
      ? await db
          .selectFrom('formVersions')
          .select('id')
          .where('id', 'in', versions)
          .where('formId', '=', questions.formId)
          .execute()
      : [];
  const filesOf = await filesOfAnswers(db, rows);
  const answered = new Set(known.map(({ id }) => id));
  return (row) => {
    const { status, formVersionId, answers, wishes } = row;
    return {
      answers: answers === '' ? null : answers,
      wishes,
      files: filesOf(row),
      answersMissing: isAsked && isActiveTicket(status) && !(formVersionId !== null && answered.has(formVersionId)),
    };
  };
}
