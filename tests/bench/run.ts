/**
 * npm run bench: the numbers of the design's section 9 that belong to what is built. Makes its own data in a temporary
 * folder and removes it. `npm run bench -- engine` runs one part: engine, counting, growth, bundles, server, keystroke, console, interop, calendar,
 * place-calendar, requests, lighthouse, messages, announcement, sign-up, finding, ledger, ledger-lists, paying, receipts,
 * taps, kiosk.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { benchAnnouncement } from './announcement.ts';
import { benchBundles } from './bundles.ts';
import { benchCalendar } from './calendar.ts';
import { benchConsole } from './console.ts';
import { openSession } from './data.ts';
import { writeDeclarations } from './declarations.ts';
import { benchCounting, benchGrowth, benchThroughput } from './engine.ts';
import { benchFinding } from './finding.ts';
import { benchKiosk } from './kiosk.ts';
import { benchKeystroke } from './keystroke.ts';
import { startServer, stopServer, type StartedServer } from './load.ts';
import { benchLedgerLists } from './ledger-lists.ts';
import { benchLedger } from './ledger.ts';
import { benchMessages } from './messages.ts';
import { benchPaying } from './paying.ts';
import { benchPlaceCalendar } from './place-calendar.ts';
import { benchPublicPages } from './public-pages.ts';
import { benchReceipts } from './receipts.ts';
import { missedBars } from './report.ts';
import { benchSignUp } from './sign-up.ts';
import { benchStartedServer } from './started-server.ts';
import { benchStock } from './stock.ts';
import { benchTaps } from './taps.ts';

const PARTS = [
  'engine',
  'counting',
  'growth',
  'bundles',
  'server',
  'keystroke',
  'console',
  'interop',
  'calendar',
  'place-calendar',
  'requests',
  'lighthouse',
  'messages',
  'announcement',
  'sign-up',
  'finding',
  'ledger',
  'ledger-lists',
  'paying',
  'receipts',
  'taps',
  'kiosk',
];
const chosen = process.argv.slice(2);
const parts = new Set(chosen.length > 0 ? chosen : PARTS);

if (parts.has('bundles')) await benchBundles();
if (parts.has('engine') || parts.has('counting') || parts.has('growth') || parts.has('keystroke')) await benchServers();
if (parts.has('server')) await benchStartedServer();
if (parts.has('console')) await benchConsole();
if (parts.has('interop')) await benchStock();
if (parts.has('calendar')) await benchCalendar();
if (parts.has('place-calendar')) await benchPlaceCalendar();
if (parts.has('messages')) await benchMessages();
if (parts.has('announcement')) await benchAnnouncement();
if (parts.has('sign-up')) await benchSignUp();
if (parts.has('finding')) await benchFinding();
if (parts.has('ledger')) await benchLedger();
if (parts.has('ledger-lists')) await benchLedgerLists();
if (parts.has('paying')) await benchPaying();
if (parts.has('receipts')) await benchReceipts();
if (parts.has('taps')) await benchTaps();
if (parts.has('kiosk')) await benchKiosk();
if (parts.has('requests') || parts.has('lighthouse')) await benchPublicPages(parts);
process.exitCode = missedBars() === 0 ? 0 : 1;

async function benchServers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const root = await writeDeclarations(folder);
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  try {
    await syncSchema(db, await loadModel(root), { allowLoss: false });
    const cookie = await openSession(db, secret);
    const engine = await startServer('The engine', 'engine-server.ts', [postgres.url, secret, root, dataDir]);
    servers.push(engine);
    if (parts.has('engine') || parts.has('counting')) {
      const hand = await startServer('The hand-written server', 'hand-written.ts', [postgres.url, secret]);
      servers.push(hand);
      if (parts.has('engine')) await benchThroughput(db, engine, hand, cookie);
      if (parts.has('counting')) await benchCounting(db, engine, hand, cookie);
    }
    if (parts.has('growth')) await benchGrowth(db, engine, cookie);
    if (parts.has('keystroke')) await benchKeystroke(engine, cookie);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
