import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import type { Draft } from '../../../domain/request-calls.ts';
import type { Answers } from '../../../domain/request-form.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { invalidAnswers, notFound } from './refusals.ts';
import { submissionRows, versionRow } from './rows.ts';
import { accountOf } from './submit.ts';

const MOST_CHARACTERS = 400_000;

/** Which draft: of a new request of the form (`submissionId` 0), or of changed answers of one. */
export interface DraftKey {
  formId: number;
  submissionId: number;
}

export async function readDraft(db: Db, userId: number, { formId, submissionId }: DraftKey): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select "formId", "formVersionId", "data", "updatedAt" from "drafts"
    where "userId" = ${userId} and "formId" = ${formId} and "submissionId" = ${submissionId}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps unfinished answers. They need not be right yet, but only fields of the form have a place. */
export async function keepDraft(
  services: Services,
  actor: Actor,
  key: DraftKey,
  body: { formVersionId: number; data: Record<string, unknown> },
): Promise<Draft> {
  const userId = accountOf(actor);
  const version = await versionRow(services.db, body.formVersionId);
  if (!version || version.formId !== key.formId) throw notFound('This form');
  await services.engine.get(actor, 'forms', key.formId);
  if (key.submissionId !== 0) await ownSubmission(services.db, userId, key);
  const strange = Object.entries(body.data).filter(
    ([name, value]) => !Object.hasOwn(version.schema.properties, name) || !isDraftValue(value),
  );
  if (strange.length > 0)
    throw invalidAnswers(Object.fromEntries(strange.map(([name]) => [name.slice(0, 80), 'Cannot be kept'])));
  const data = JSON.stringify(body.data);
  if (data.length > MOST_CHARACTERS) {
    throw problem(
      413,
      'requests.draft-too-large',
      'Too much text',
      'The answers are too long to be kept. Shorten them.',
    );
  }
  const { rows } = await sql<Draft>`
    insert into "drafts" ("userId", "formId", "submissionId", "formVersionId", "data", "createdById")
    values (${userId}, ${key.formId}, ${key.submissionId}, ${version.id}, ${data}::jsonb, ${userId})
    on conflict ("userId", "formId", "submissionId") do update
      set "data" = excluded."data", "formVersionId" = excluded."formVersionId", "updatedAt" = atrium_now(), "version" = "drafts"."version" + 1
    returning "formId", "formVersionId", "data", "updatedAt"`.execute(services.db);
  if (!rows[0]) throw new Error('The draft was not kept');
  return rows[0];
}

export async function discardDraft(db: Db, userId: number, { formId, submissionId }: DraftKey): Promise<void> {
  await sql`
    delete from "drafts" where "userId" = ${userId} and "formId" = ${formId} and "submissionId" = ${submissionId}`.execute(
    db,
  );
}

/** What of a draft still has a place in another version of the form: the same name and the same type of field. */
export function carriedOver(
  data: Answers,
  from: Record<string, { 'x-field': string }>,
  to: Record<string, { 'x-field': string }>,
): Answers {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => to[name] && to[name]['x-field'] === from[name]?.['x-field']),
  );
}

async function ownSubmission(db: Db, userId: number, { formId, submissionId }: DraftKey): Promise<void> {
  const [row] = await submissionRows(db, [submissionId]);
  if (row?.submittedById !== userId || row.formId !== formId) throw notFound(`Request #${submissionId}`);
}

function isDraftValue(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= 100 && value.every((item) => typeof item === 'string' && item.length <= 200);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
