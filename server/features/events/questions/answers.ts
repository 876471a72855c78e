import { answersText } from '../../../../domain/answer-texts.ts';
import type { GivenAnswers } from '../../../../domain/question-calls.ts';
import { checkAnswers, missingAnswers } from '../../../../domain/request-form-answers.ts';
import { pruneHidden, type Answers, type RequestFormSchema } from '../../../../domain/request-form.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import type { Ticket } from '../tickets/desk.ts';
import type { OpenInstance } from '../tickets/instance.ts';
import { usedFiles } from './answer-files.ts';
import type { Questions } from './questions.ts';
import type { ToldValues } from './told.ts';

/** Answers to a version of questions, whose rules are checked before anybody's turn at the desk. */
export interface CheckedAnswers {
  /** Null where there is no such version. */
  formId: number | null;
  /** It is the version that is asked now. */
  isCurrent: boolean;
  /** By the name of the question. */
  errors: Record<string, string>;
  values: ToldValues;
}

/** Null: no questions were answered. */
export async function checkedAnswers(
  { db, model }: Services,
  { formVersionId, answers: given = {} }: GivenAnswers,
  userId: number,
): Promise<CheckedAnswers | null> {
  if (formVersionId === undefined) return null;
  const version = await db
    .selectFrom('formVersions as v')
    .innerJoin('forms as f', 'f.id', 'v.formId')
    .select(['v.formId', 'v.schema'])
    .select((eb) =>
      eb
        .and([eb('f.currentVersionId', '=', eb.ref('v.id')), eb('f.active', '=', true), eb('f.deletedAt', 'is', null)])
        .as('isCurrent'),
    )
    .where('v.id', '=', formVersionId)
    .$castTo<{ formId: number; schema: RequestFormSchema; isCurrent: boolean }>()
    .executeTakeFirst();
  if (version === undefined) return { formId: null, isCurrent: false, errors: {}, values: {} };
  const { formId, schema, isCurrent } = version;
  const answers = pruneHidden(schema, given) as Answers;
  const files = await usedFiles(db, schema, answers, { userId, formId });
  const errors = { ...files.errors, ...checkAnswers(schema, answers) };
  const isSound = Object.keys(errors).length === 0;
  return {
    formId,
    isCurrent,
    errors,
    values: isSound
      ? {
          formVersionId,
          answerValues: answers,
          answers: answersText(schema, answers, model.site.timezone, files.names),
        }
      : {},
  };
}

/**
 * What the ticket keeps of what its person tells; who says nothing leaves the `required` questions open. Throws where another version is
 * asked by now, where answers are faulty or missing, and where nothing is asked.
 */
export function toldValues(
  instance: OpenInstance,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  required: Questions | null,
): ToldValues {
  if (given.wishes !== undefined && given.wishes !== '' && !instance.asksWishes) throw questionsChanged();
  if (checked !== null && (!checked.isCurrent || checked.formId !== instance.formId)) throw questionsChanged();
  const errors = checked?.errors ?? (required ? missingAnswers(required.schema, {}) : {});
  if (Object.keys(errors).length > 0) throw faulty(errors);
  const wishes = given.wishes?.trim();
  return { ...checked?.values, ...(wishes === undefined ? {} : { wishes: wishes === '' ? null : wishes }) };
}

/** Whether the ticket says so already. */
export function isTold(ticket: Ticket, values: ToldValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(ticket[name as keyof ToldValues] ?? null) === JSON.stringify(value ?? null),
  );
}

function questionsChanged(): ProblemError {
  return problem(
    409,
    'events.questions-changed',
    'The questions have changed',
    'The questions of this event have changed since you opened them. Your answers are kept where they still fit.',
  );
}

function faulty(errors: Record<string, string>): ProblemError {
  const count = Object.keys(errors).length;
  const detail = count === 1 ? 'One answer needs a change.' : `${count} answers need a change.`;
  return problem(422, 'events.invalid-answers', 'Not signed up', detail, { errors });
}
