import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { NOW, type Db } from '../../platform/database.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommandServices, Needs, RowServices } from '../../services.ts';
import { logEvent } from '../event-log/event-log.ts';
import { storedDraft, lockPage } from './page-rows.ts';
import { applyDraft, PUBLISH_JOB } from './publish.ts';

/** Enqueues publications that fell due while no server was running. */
export async function enqueueOverdue({ db, jobs, engine }: CommandServices): Promise<void> {
  const rows = await db.selectFrom('pageDrafts').select(['pageId', 'version']).where('publishAt', '<=', NOW).execute();
  for (const due of rows) await engine.transaction((tx) => jobs.enqueue(tx, PUBLISH_JOB, { ...due }));
}

/** Does nothing if the draft is deleted, has changed or is not due: another job, or none, then covers it. */
export async function publishScheduled(services: RowServices, pageId: number, version: number): Promise<void> {
  const { db, engine } = services;
  const isDue = async (tx: Db): Promise<boolean> => {
    const due = await tx
      .selectFrom('pageDrafts as d')
      .innerJoin('pages as p', 'p.id', 'd.pageId')
      .select('d.id')
      .where('d.pageId', '=', pageId)
      .where('d.version', '=', version)
      .where('d.publishAt', '<=', NOW)
      .where('p.deletedAt', 'is', null)
      .executeTakeFirst();
    return due !== undefined;
  };
  if (!(await isDue(db))) return;
  try {
    await engine.transaction(async (tx) => {
      const page = await lockPage(services, tx, pageId);
      const draft = await storedDraft(tx, pageId);
      if (draft && (await isDue(tx)))
        await applyDraft(services, tx, await scheduler(tx, draft.scheduledById), page, draft);
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await cancelSchedule(services, pageId, version, error);
  }
}

/** Attributed to the person who scheduled it, whose permission was checked then. */
async function scheduler(db: Db, id: number | null): Promise<Actor> {
  const account = await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst();
  return { ...SYSTEM, id: account ? id : null, username: account?.username ?? null };
}

async function cancelSchedule(
  { db }: Needs<'db'>,
  pageId: number,
  version: number,
  { problem }: ProblemError,
): Promise<void> {
  const left = await db
    .updateTable('pageDrafts')
    .set(({ eb }) => ({ publishAt: null, version: eb('version', '+', 1), updatedAt: NOW }))
    .where('pageId', '=', pageId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  const faults = Object.entries(problem.errors ?? {})
    .map(([name, message]) => `${name}: ${String(message)}`)
    .join('; ');
  await logEvent(db, 'error', {
    message: `A page was not published at its time: ${problem.detail}`,
    exception: faults || 'No Exception',
    location: `page ${pageId}`,
  });
}
