import { sql } from 'kysely';
import { GRACE } from '../../../domain/messages/grace.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import type { HeldNotice } from './held-notices.ts';
import { mergeNotices } from './merge-notices.ts';
import { notifyAll } from './notify.ts';

/** People per transaction. */
const BATCH = 2_000;

/** Sends the notices whose time of grace has ended. */
export async function releaseNotices(services: CommandServices): Promise<void> {
  for (;;) {
    const released = await services.engine.transaction((tx) => releaseBatch(services, tx));
    if (released < BATCH) return;
  }
}

async function releaseBatch(services: CommandServices, tx: Tx): Promise<number> {
  const { clock, model } = services;
  const now = clock.now();
  // Later than can be: the clock was set back.
  const { rows } = await sql<HeldNotice & { id: number }>`
    delete from "heldNotices" where "id" in (
      select "id" from "heldNotices"
      where "dueAt" <= ${new Date(now).toISOString()} or "dueAt" > ${new Date(now + GRACE).toISOString()}
      order by "id" limit ${BATCH} for update skip locked)
    returning "id", "userId", "notice"`.execute(tx);
  const known = rows.filter(({ notice }) => model.messages.events.has(notice.event)).toSorted((a, b) => a.id - b.id);
  const same = Map.groupBy(known, ({ notice }) => JSON.stringify(notice));
  const notices = [...same.values()].map((some) => ({
    ...some[0]!.notice,
    recipients: some.map(({ userId }) => userId),
  }));
  await notifyAll(services, tx, mergeNotices(notices));
  return rows.length;
}
