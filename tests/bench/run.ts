/**
 * npm run bench: the numbers of the design's section 9 that belong to what is built. Makes its own data in a temporary
 * folder and removes it. `npm run bench -- engine` runs one part: engine, growth, bundles, keystroke.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModel } from '../../server/platform/configuration.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/platform/schema-sync.ts';
import { openSession } from './data.ts';
import { writeDeclarations } from './declarations.ts';
import { benchGrowth, benchThroughput } from './engine.ts';
import { startServer } from './load.ts';
import { missedBars } from './report.ts';

const PARTS = ['engine', 'growth'];
const asked = process.argv.slice(2);
const parts = new Set(asked.length > 0 ? asked : PARTS);

if (parts.has('engine') || parts.has('growth')) await benchServers();
process.exitCode = missedBars() === 0 ? 0 : 1;

async function benchServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const root = await writeDeclarations(folder);
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  try {
    await syncSchema(db, await loadModel(root), { allowLoss: false });
    const cookie = await openSession(db, secret);
    const engine = await startServer('The engine', 'engine-server.ts', [postgres.url, secret, root, dataDir]);
    const hand = await startServer('The hand-written server', 'hand-written.ts', [postgres.url, secret]);
    if (parts.has('engine')) await benchThroughput(db, engine, hand, cookie);
    hand.process.disconnect();
    if (parts.has('growth')) await benchGrowth(db, engine, cookie);
    engine.process.disconnect();
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
