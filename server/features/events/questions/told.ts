import type { ValuesOf } from '../../../resources/typed-rows.ts';

/** What a ticket keeps of what its person told at sign-up. */
export type ToldValues = Pick<ValuesOf<'tickets'>, 'formVersionId' | 'answers' | 'answerValues' | 'wishes'>;
