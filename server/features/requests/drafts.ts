import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Draft, SaveDraft } from '../../../domain/calls/request-drafts.ts';
import { carriedOver, mergeAnswers } from '../../../domain/requests/request-drafts.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { draftConflict, draftNotFound, formChanged, invalidAnswers, notFound } from './refusals.ts';
import { formRow, submissionRows, versionRow } from './rows.ts';
import type { VersionRow } from './rows.ts';
import { finishUntil } from './versions.ts';

const MOST_CHARACTERS = 400_000;

/** Identifies a draft: of a new request (`submissionId` 0), or of a resubmission. */
export interface DraftKey {
  formId: number;
  submissionId: number;
}

export async function readDraft(db: Db, userId: number, { formId, submissionId }: DraftKey): Promise<Draft | null> {
  const draft = await db
    .selectFrom('drafts')
    .select(['formId', 'formVersionId', 'version', 'data', 'updatedAt'])
    .where('userId', '=', userId)
    .where('formId', '=', formId)
    .where('submissionId', '=', submissionId)
    .$castTo<Draft>()
    .executeTakeFirst();
  return draft ?? null;
}

/** Serializes a person's changes to drafts and requests, so that concurrent tabs do not overwrite each other. */
export async function oneAtATime(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Stores unfinished answers as `SaveDraft` says. They need not be valid, but must be fields of the form. */
export async function saveDraft(services: RowServices, actor: Actor, key: DraftKey, body: SaveDraft): Promise<Draft> {
  const userId = requireAccountId(actor);
  return services.engine.transaction(async (tx) => {
    await services.engine.get(actor, 'forms', key.formId, { tx });
    await oneAtATime(tx, userId);
    const stored = await readDraft(tx, userId, key);
    const version = await versionFor(tx, userId, key, body.formVersionId, stored);
    checkFields(version, body.data);
    const data = await merged(tx, stored, version, body);
    if (JSON.stringify(data).length > MOST_CHARACTERS) throw tooLarge();
    return write(tx, userId, key, version.id, data);
  });
}

export async function discardDraft(
  services: Needs<'engine'>,
  actor: Actor,
  { formId, submissionId }: DraftKey,
): Promise<void> {
  const userId = requireAccountId(actor);
  await services.engine.transaction(async (tx) => {
    await oneAtATime(tx, userId);
    await removeDraft(tx, userId, { formId, submissionId });
  });
}

export async function removeDraft(tx: Tx, userId: number, { formId, submissionId }: DraftKey): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('userId', '=', userId)
    .where('formId', '=', formId)
    .where('submissionId', '=', submissionId)
    .execute();
}

/** Refuses when the draft was changed in another tab or device. */
export async function requireCurrentDraft(
  tx: Tx,
  userId: number,
  key: DraftKey,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const stored = await readDraft(tx, userId, key);
  if ((stored?.version ?? 0) !== seen) throw stored ? draftConflict(stored, []) : draftNotFound();
}

/**
 * The version that a draft is stored on: for a new request the current one, or an earlier one while its draft may still be finished;
 * for a resubmission the request's own.
 */
async function versionFor(
  tx: Tx,
  userId: number,
  key: DraftKey,
  versionId: number,
  stored: Draft | null,
): Promise<VersionRow> {
  const version = await versionRow(tx, versionId);
  if (version?.formId !== key.formId) throw notFound('This form');
  if (key.submissionId !== 0) {
    const [row] = await submissionRows(tx, [key.submissionId]);
    if (row?.submittedById !== userId || row.formId !== key.formId) throw notFound(`Request #${key.submissionId}`);
    if (row.formVersionId !== version.id) throw formChanged();
    return version;
  }
  const form = await formRow(tx, key.formId);
  if (form?.currentVersionId === version.id) return version;
  if (stored?.formVersionId !== version.id || (await finishUntil(tx, userId, version)) === null) throw formChanged();
  return version;
}

/** The answers to store, merged with changes made to the stored draft since it was read. */
async function merged(
  tx: Tx,
  stored: Draft | null,
  version: VersionRow,
  { data, base = { version: 0, data: {} } }: SaveDraft,
): Promise<Answers> {
  if (!stored && base.version !== 0) throw draftNotFound();
  if (!stored || stored.version === base.version) return data;
  const earlier = stored.formVersionId === version.id ? version : await versionRow(tx, stored.formVersionId);
  const theirs = carriedOver(stored.data, earlier?.schema ?? null, version.schema);
  const { merged: both, conflicts } = mergeAnswers(base.data, data, theirs);
  if (conflicts.length > 0) throw draftConflict({ ...stored, data: theirs }, conflicts);
  return both;
}

function checkFields(version: VersionRow, data: Answers): void {
  const strange = Object.entries(data).filter(
    ([name, value]) => !Object.hasOwn(version.schema.properties, name) || !isDraftValue(value),
  );
  if (strange.length > 0)
    throw invalidAnswers(Object.fromEntries(strange.map(([name]) => [name.slice(0, 80), 'Cannot be saved'])));
}

async function write(tx: Tx, userId: number, key: DraftKey, versionId: number, answers: Answers): Promise<Draft> {
  const data = JSON.stringify(answers);
  return tx
    .insertInto('drafts')
    .values({ userId, ...key, formVersionId: versionId, data, createdById: userId })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'formId', 'submissionId']).doUpdateSet(({ eb, ref }) => ({
        data: ref('excluded.data'),
        formVersionId: ref('excluded.formVersionId'),
        updatedAt: NOW,
        version: eb('drafts.version', '+', 1),
      })),
    )
    .returning(['formId', 'formVersionId', 'version', 'data', 'updatedAt'])
    .$castTo<Draft>()
    .executeTakeFirstOrThrow();
}

function tooLarge() {
  return problem(413, 'requests.draft-too-large', 'Too much text', 'The answers are too long. Shorten them.');
}

function isDraftValue(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= 100 && value.every((item) => typeof item === 'string' && item.length <= 200);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
