import { answersText } from './answer-texts.ts';
import type { GivenAnswers } from '../../../../domain/calls/sign-up.ts';
import { checkAnswers, missingAnswers } from '../../../../domain/requests/request-form-answers.ts';
import { pruneHidden, type Answers, type RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';
import type { RowServices } from '../../../services.ts';
import { openingFaults } from '../../places/answer-places.ts';
import type { Ticket } from '../seats/locked-session.ts';
import type { OpenInstance } from '../../sessions/instance.ts';
import { usedFiles } from './answer-files.ts';
import type { Questions } from './questions.ts';
import type { AnswerValues } from '../seats/answer-values.ts';

/** Answers to a version of questions, whose rules are checked before the session is locked. */
export interface CheckedAnswers {
  /** Checked to be the current version while the session is locked (`answerValuesOf`). */
  versionId: number;
  /** By the name of the question. */
  errors: Record<string, string>;
  values: AnswerValues;
}

/** `ticketId`: that of the person whose answers change; a date that does not change may have passed. Null: no questions were answered. */
export async function checkedAnswers(
  services: RowServices,
  { formVersionId, answers: given = {} }: GivenAnswers,
  userId: number,
  ticketId = 0,
): Promise<CheckedAnswers | null> {
  const { db, model, clock } = services;
  if (formVersionId === undefined) return null;
  const version = await db
    .selectFrom('formVersions as v')
    .innerJoin('forms as f', 'f.id', 'v.formId')
    .select(['v.formId', 'v.schema'])
    .where('v.id', '=', formVersionId)
    .$castTo<{ formId: number; schema: RequestFormSchema }>()
    .executeTakeFirst();
  if (version === undefined) return { versionId: formVersionId, errors: {}, values: {} };
  const { formId, schema } = version;
  const answers = pruneHidden(schema, given) as Answers;
  const files = await usedFiles(db, schema, answers, { userId, formId });
  const ticket = await db
    .selectFrom('tickets')
    .select('answerValues')
    .where('id', '=', ticketId)
    .where('userId', '=', userId)
    .$castTo<{ answerValues: Answers | null }>()
    .executeTakeFirst();
  const at = { now: clock.date(), timeZone: model.site.timezone, submitted: ticket?.answerValues };
  const opening = await openingFaults(services, schema, answers, at.submitted);
  const errors = { ...files.errors, ...opening, ...checkAnswers(schema, answers, at) };
  const isSound = Object.keys(errors).length === 0;
  return {
    versionId: formVersionId,
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
 * The sign-up answers stored with the ticket. `current`: the event's present version; `areRequired`: refuses no answers
 * if one is required. Throws for another version, for faulty or missing answers, and if there are no questions.
 */
export function answerValuesOf(
  instance: OpenInstance,
  given: GivenAnswers,
  checked: CheckedAnswers | null,
  current: Questions | null,
  areRequired: boolean,
): AnswerValues {
  if (given.wishes !== undefined && given.wishes !== '' && !instance.asksWishes) throw questionsChanged();
  if (checked !== null && checked.versionId !== current?.versionId) throw questionsChanged();
  const errors = checked?.errors ?? (current !== null && areRequired ? missingAnswers(current.schema, {}) : {});
  if (Object.keys(errors).length > 0) throw faulty(errors);
  const wishes = given.wishes?.trim();
  return { ...checked?.values, ...(wishes === undefined ? {} : { wishes: wishes === '' ? null : wishes }) };
}

/** Whether the ticket has these answers already. */
export function hasSameAnswers(ticket: Ticket, values: AnswerValues): boolean {
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(ticket[name as keyof AnswerValues] ?? null) === JSON.stringify(value ?? null),
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
