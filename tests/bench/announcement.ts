import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { CAPABILITIES } from '../../domain/declarations/capabilities.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { announce, sendAnnouncement } from '../../server/features/announcements/send.ts';
import { GRACE } from '../../domain/messages/grace.ts';
import { preview } from '../../server/features/announcements/selection.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { openSession } from './data.ts';
import { report } from './report.ts';

const PEOPLE = 10_000;
const ROOT = join(import.meta.dirname, '..', '..');
const SECRET = 'a secret of the benchmark, long enough';

/** An announcement to 10,000 people: counted, stored, and delivered to all of them. */
export async function benchAnnouncement(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  try {
    const model = await loadModel(ROOT);
    await syncSchema(db, model, { allowLoss: false });
    await openSession(db, SECRET);
    await sql`insert into "users" ("username", "displayName", "email", "roles", "active")
      select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', '[]', true
      from generate_series(2, ${PEOPLE}::int) as n`.execute(db);
    await sql`analyze "users"`.execute(db);
    const settings = readSettings(
      { DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      ROOT,
      FEATURE_SETTINGS,
    );
    const { services, close } = await openServices(settings, model, postgres.url);
    const { id } = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
    const sender: Actor = {
      id,
      username: 'bench',
      roles: ['Administrator'],
      capabilities: CAPABILITIES,
      groupIds: [],
      isKiosk: false,
      ip: null,
    };
    const everyone = { source: 'users', filter: {} };
    const [, counting] = await timed(() => preview(services, sender, everyone));
    report('10,000 people are counted by their choices', counting * 1000, 'ms', { atMost: 500 });
    const [made, keeping] = await timed(() =>
      announce(services, sender, { ...everyone, subject: 'The shop is closed', html: '<p>On Monday.</p>' }, undefined),
    );
    report('an announcement to 10,000 people is kept', keeping, 's', { atMost: 5 });
    services.clock.moveTo(new Date(services.clock.now() + GRACE + 1000).toISOString());
    let peak = process.memoryUsage().rss;
    const before = peak;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const [, sending] = await timed(() => sendAnnouncement(services, made));
    clearInterval(watch);
    const mails = await db
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    report('its 10,000 messages and emails are queued', sending, 's', { atMost: 5 }, `${mails.count} emails`);
    report('memory that it takes', Math.max(0, peak - before) / 1024 / 1024, 'MB', { atMost: 100 });
    await close();
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<[Answer, number]> {
  const start = performance.now();
  const answer = await work();
  return [answer, (performance.now() - start) / 1000];
}
