import type { Actor } from '../../../domain/declarations/actor.ts';
import { readInstant } from '../../../domain/declarations/condition-values.ts';
import type { DraftVersion, PageCard, PageContent, PublishState } from '../../../domain/calls/page-editor.ts';
import { NOW, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { rehearse } from '../../platform/transaction-memory.ts';
import { sameJson } from '../../../domain/values/json.ts';
import { invalid } from '../../resources/refusals.ts';
import type { Needs, RowServices } from '../../services.ts';
import { publishingFaults } from './draft-faults.ts';
import { storeDraft, onPage, refuseStale } from './drafts.ts';
import { addVersion } from './add-version.ts';
import { complete, publishedContent, type StoredDraft, type StoredPage } from './page-rows.ts';

/** Payload {pageId, version}: version of the draft to publish. */
export const PUBLISH_JOB = 'content-publish';
const LATEST_MS = 366 * 86_400_000;
const ORDER_STEP = 10;

/** Publishes the draft as a new version. A page without a draft is published unchanged. `version`: the one that the publisher has seen. */
export async function publishNow(
  services: RowServices,
  actor: Actor,
  pageId: number,
  version?: DraftVersion,
): Promise<PublishState> {
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await refuseStale(tx, page, draft, version);
    if (draft || !page.published) await applyDraft(services, tx, actor, page, draft);
    return { published: true, publishAt: null };
  });
}

/**
 * Schedules the publication of the draft at an instant; null cancels it. An invalid draft is refused now, rather than when it is due.
 */
export async function schedule(
  services: Needs<'clock' | 'db' | 'engine' | 'jobs' | 'model'>,
  actor: Actor,
  pageId: number,
  at: string | null,
  version?: DraftVersion,
): Promise<PublishState> {
  const publishAt = at === null ? null : futureInstant(services, at);
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    const options = { tx, command: true } as const;
    if (publishAt === null) {
      if (draft)
        await services.engine.update(actor, 'pageDrafts', draft.id, { publishAt: null, scheduledById: null }, options);
      return { published: page.published, publishAt: null };
    }
    await refuseStale(tx, page, draft, version);
    await dryRun(services, tx, actor, page, draft);
    if (!draft) await storeDraft({ services, tx, actor }, page, null, await publishedContent(tx, pageId));
    const scheduled = await tx.selectFrom('pageDrafts').select('id').where('pageId', '=', pageId).executeTakeFirst();
    const row = await services.engine.update(
      actor,
      'pageDrafts',
      scheduled?.id ?? 0,
      { publishAt, scheduledById: actor.id },
      options,
    );
    await services.jobs.enqueue(tx, PUBLISH_JOB, { pageId, version: row.version }, { at: new Date(publishAt) });
    return { published: page.published, publishAt };
  });
}

/** Publishes and rolls back, so that faults and missing permissions are reported while the user is present. */
async function dryRun(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  draft: StoredDraft | null,
): Promise<void> {
  await rehearse(tx, () => applyDraft(services, tx, actor, page, draft));
}

/** Requires a transaction that has locked the page. Publishes the draft, or the page as it is, within the actor's permissions. */
export async function applyDraft(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  draft: StoredDraft | null,
): Promise<void> {
  const before = await publishedContent(tx, page.id);
  const content = draft?.content ?? before;
  await refuseFaults(services, tx, actor, page, content);
  if (page.published) await addMissingVersion(services, tx, actor, page, before);
  const { cards, ...values } = content;
  await services.engine.update(actor, 'pages', page.id, { ...values, published: true }, { tx });
  await writeCards(services, tx, actor, page.id, { before: before.cards, cards });
  if (draft) await services.engine.remove(actor, 'pageDrafts', draft.id, { tx, command: true });
  await addVersion(services, tx, actor, page.id, {
    content: await publishedContent(tx, page.id),
    at: services.clock.instant(),
    byId: actor.id,
  });
}

async function refuseFaults(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  content: PageContent,
): Promise<void> {
  const errors = await publishingFaults(services, tx, actor, page, content);
  const count = Object.keys(errors).length;
  if (count === 0) return;
  const detail = count === 1 ? 'Correct one error first.' : `Correct ${count} errors first.`;
  throw problem(422, 'content.faulty', 'Not published', detail, { errors });
}

/** Brings the page's card rows in line with the content; changes, additions and removals are each audited. */
async function writeCards(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  pageId: number,
  { before, cards }: { before: PageCard[]; cards: PageCard[] },
): Promise<void> {
  const options = { tx };
  const left = new Set(before.flatMap(({ id }) => id ?? []));
  const keys: { cardId: number; key: string }[] = [];
  for (const [index, { id, key, type, title, data }] of cards.entries()) {
    const values = { type, title, data, order: (index + 1) * ORDER_STEP };
    // A card copied within the draft has the id of its original: the first occurrence keeps it.
    const row =
      id !== undefined && left.delete(id)
        ? await engine.update(actor, 'cards', id, values, options)
        : await engine.create(actor, 'cards', { pageId, ...values }, options);
    keys.push({ cardId: Number(row.id), key });
  }
  for (const id of left) await engine.remove(actor, 'cards', id, options);
  if (keys.length > 0)
    await tx
      .insertInto('cardKeys')
      .values(keys)
      .onConflict((conflict) =>
        conflict.column('cardId').doUpdateSet(({ ref }) => ({ key: ref('excluded.key'), updatedAt: NOW })),
      )
      .execute();
}

/** Content that was written without publishing has no version yet, so it is added to the history before it is replaced. */
async function addMissingVersion(
  services: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  content: PageContent,
): Promise<void> {
  const latest = await tx
    .selectFrom('pageVersions')
    .select('content')
    .where('pageId', '=', page.id)
    .where('kind', '=', 'published')
    .orderBy('number', 'desc')
    .limit(1)
    .$castTo<{ content: PageContent }>()
    .executeTakeFirst();
  if (latest && sameJson(complete(latest.content), content)) return;
  await addVersion(services, tx, actor, page.id, { content, at: page.updatedAt, byId: page.updatedById });
}

function futureInstant({ clock }: Needs<'clock'>, at: string): string {
  const instant = readInstant(at);
  const ahead = instant === undefined ? 0 : Date.parse(instant) - clock.now();
  if (instant === undefined || ahead <= 0) throw invalid({ at: 'Choose a time in the future' });
  if (ahead > LATEST_MS) throw invalid({ at: 'Choose a time within a year' });
  return instant;
}
