import type { SignupAnswers } from '../../../../domain/calls/tickets.ts';
import { isActiveTicket, type TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Db } from '../../../platform/database.ts';
import { filesOfAnswers } from './answer-files.ts';
import { currentQuestions, missingAnswersOf } from './questions.ts';

interface AnswerRow {
  status: TicketStatus;
  userId: number;
  formVersionId: number | null;
  answerValues: Record<string, unknown> | null;
  answers: string | null;
  wishes: string | null;
}

export async function answersAtDoor(
  db: Db,
  formId: number | null,
  rows: readonly AnswerRow[],
): Promise<(row: AnswerRow) => SignupAnswers> {
  const questions = await currentQuestions(db, formId);
  const isMissing = await missingAnswersOf(db, rows);
  const filesOf = await filesOfAnswers(db, rows);
  return (row) => {
    const { status, answers, wishes } = row;
    return {
      answers: answers === '' ? null : answers,
      wishes,
      files: filesOf(row),
      answersMissing: isActiveTicket(status) && isMissing(questions, row),
    };
  };
}
