import type { RowOf, ValuesOf } from '../../../resources/typed-rows.ts';

export type AnswerValues = Pick<ValuesOf<'tickets'>, 'formVersionId' | 'answers' | 'answerValues' | 'wishes'>;

/** For a ticket that replaces this one. */
export function answersOfTicket({ formVersionId, answers, answerValues, wishes }: RowOf<'tickets'>): AnswerValues {
  return { formVersionId, answers, answerValues, wishes };
}
