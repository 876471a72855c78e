import type { RowOf, ValuesOf } from '../../../resources/typed-rows.ts';

/** What a ticket keeps of what its person told at sign-up. */
export type AnswerValues = Pick<ValuesOf<'tickets'>, 'formVersionId' | 'answers' | 'answerValues' | 'wishes'>;

/** What the person of a ticket has told, for another one that takes its place. */
export function answersOfTicket({ formVersionId, answers, answerValues, wishes }: RowOf<'tickets'>): AnswerValues {
  return { formVersionId, answers, answerValues, wishes };
}
