import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Model } from '../domain/declarations/model.ts';
import { buildApp } from './app.ts';
import { addStarterPage } from './features/content/starter-page.ts';
import { rolesWith } from '../domain/declarations/capabilities.ts';
import { administratorExists } from './features/accounts/account-rules.ts';
import { DEMO_PASSWORD, missingSeeds, openDemoAccounts, seed } from './features/demo/seed.ts';
import { startWork } from './feature.ts';
import { FEATURE_SETTINGS, FEATURES } from './features/index.ts';
import { setupPath } from './features/setup/first-administrator.ts';
import { type DemoCards, openDemoCards } from './features/gateway/demo-cards.ts';
import { useGateway } from './features/gateway/stripe-gateway.ts';
import { openServices } from './open-services.ts';
import { loadCheckedModel } from './checked-model.ts';
import { claimPort } from './platform/http/claim-port.ts';
import { isLoopback, readSettings, type Settings } from './platform/settings.ts';
import { permissionToListen, startWorkers } from './platform/workers.ts';
import { prepareDatabase, StartupError } from './prepare-database.ts';
import type { Services } from './services.ts';
import { startupMessage } from './startup-message.ts';

/**
 * How often a server checks whether another one has migrated the tables; a statement that fails for this reason makes
 * it check, too.
 */
const MODEL_CHECK_MS = 5_000;
/** How long shutdown waits for responses in flight. */
const DRAIN_MS = 15_000;

type Closer = () => Promise<void>;

const open: Closer[] = [];
const stop = new AbortController();
const stopRequested = once(stop.signal, 'abort');
void stopRequested.then(limitShutdown);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
if (cluster.isWorker) process.on('disconnect', () => stop.abort());
else if (process.env['npm_lifecycle_event'] === 'start') stopWithParent();

try {
  const settings = readSettings(process.env, join(import.meta.dirname, '..'), FEATURE_SETTINGS);
  const model = await loadCheckedModel(settings.root);
  await (cluster.isWorker
    ? serve(await use(settings, model, settings.databaseUrl ?? ''), permissionToListen)
    : start(settings, model));
  await stopRequested;
} catch (error) {
  if (!stop.signal.aborted) {
    process.exitCode = 1;
    const message = startupMessage(error);
    console.error(message === null ? error : `\n${message}\n`);
  }
}
await closeAll();
if (cluster.isWorker) process.disconnect();

/** The primary process: database, schema, seed, then the server itself or its workers. */
async function start(settings: Settings, model: Model): Promise<void> {
  console.log('Starting Atrium ...');
  // Before anything is changed: another server may be running here, with the same database.
  const claimed = await claimPort(settings).catch((error) => {
    throw cannotListen(error, settings);
  });
  open.push(() => claimed.release());
  const database = await prepareDatabase(settings, model);
  open.push(() => database.release());
  stop.signal.throwIfAborted();
  const services = await use(settings, model, database.url);
  const demoAccounts = await fill(services, database.url);
  stop.signal.throwIfAborted();
  const freePort = (): Promise<void> => claimed.release();
  const cards = await offerDemoCards(services, demoAccounts);
  const port =
    settings.workers === 1
      ? await serve(services, freePort)
      : await serveByWorkers(settings, { DATABASE_URL: database.url, ...cards?.environment }, freePort);
  cards?.notify(localOrigin(settings, port));
  announce(settings, port, demoAccounts, await setupPath(services));
}

/** The demonstration has a card provider that charges no one. */
async function offerDemoCards(services: Services, demoAccounts: readonly string[]): Promise<DemoCards | null> {
  const cards = await openDemoCards(services.settings, demoAccounts, services.clock);
  if (cards === null) return null;
  open.push(() => cards.close());
  useGateway(
    services,
    readSettings({ ...process.env, ...cards.environment }, services.settings.root, FEATURE_SETTINGS),
  );
  return cards;
}

async function use(settings: Settings, model: Model, url: string): Promise<Services> {
  const { services, close } = await openServices(settings, model, url);
  open.push(close);
  return services;
}

/** Seeds what the database lacks. Returns the accounts that still have the demonstration's published password. */
async function fill(services: Services, url: string): Promise<string[]> {
  const { db, settings, model } = services;
  const { basics, demo } = await missingSeeds(services);
  if (demo) refuseOpenHost(settings, false);
  if (basics || demo) await fillNewDatabase(url, demo);
  else {
    await seed(services, { demo: false });
    await addStarterPage(services);
  }
  const demoAccounts = await openDemoAccounts(db);
  if (demoAccounts.length > 0) {
    const unlimitedRoles = rolesWith(model.roles, 'everything');
    refuseOpenHost(settings, await administratorExists(db, unlimitedRoles, demoAccounts));
  }
  return demoAccounts;
}

/** In a process of its own (fill.ts), whose memory is freed when it ends. */
async function fillNewDatabase(url: string, demo: boolean): Promise<void> {
  const child = fork(join(import.meta.dirname, 'fill.ts'), demo ? ['demo'] : [], {
    env: { ...process.env, DATABASE_URL: url },
    signal: stop.signal,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new StartupError('The database could not be filled; the messages above say why.');
}

function refuseOpenHost({ host }: Settings, hasAdministrator: boolean): void {
  if (isLoopback(host)) return;
  const todo = hasAdministrator
    ? 'Close them: npm run setup -- close-demo.'
    : 'Create your own administrator, then close them: npm run setup -- admin, npm run setup -- close-demo.';
  throw new StartupError(
    `HOST is ${host}, so others could reach this server, and the accounts of the demonstration have a published password. ${todo}` +
      ' Or start without HOST.',
  );
}

async function serve(services: Services, freePort: () => Promise<void>): Promise<number> {
  const { settings, modelWatch } = services;
  const app = await buildApp(services);
  open.push(() => app.close());
  await startWork(FEATURES, services);
  // Otherwise done by listen: it compiles the routes' schemas.
  await app.ready();
  // What only the start needed goes back to the system, before the first request could wait for it.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  setInterval(() => void modelWatch.check().catch(() => undefined), MODEL_CHECK_MS).unref();
  stop.signal.throwIfAborted();
  await freePort();
  await app.listen({ host: settings.host, port: settings.port }).catch((error) => {
    throw cannotListen(error, settings);
  });
  for (const { listen } of FEATURES) if (listen) open.push(await listen(services));
  const address = app.server.address() as AddressInfo;
  return address.port;
}

async function serveByWorkers(
  settings: Settings,
  environment: Record<string, string>,
  freePort: () => Promise<void>,
): Promise<number> {
  const workers = await startWorkers(settings.workers, environment, freePort);
  open.push(() => workers.stop());
  return workers.port;
}

function cannotListen(error: unknown, { host, port }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  if (code === 'EACCES')
    return new StartupError(`Port ${port} is not open to this user. Choose a port from 1024 on: PORT=3000 npm start`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST is ${host}, which is no address of this machine.`);
  return error;
}

function localOrigin({ host }: Settings, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function announce(settings: Settings, port: number, demoAccounts: string[], setupAt: string | null): void {
  const demo =
    demoAccounts.length === 0
      ? ''
      : `This is the demonstration. Its accounts, with the password ${DEMO_PASSWORD}:\n  ${demoAccounts.join(', ')}\n` +
        (settings.smtp === null ? 'It sends no emails. They stay in the outbox; read them at /admin/mails.\n' : '');
  const links =
    settings.smtp === null || settings.publicUrl !== null
      ? ''
      : 'Links in its emails lead to that address. Set PUBLIC_URL if browsers use another one.\n';
  const address = settings.publicUrl ?? localOrigin(settings, port);
  const begin =
    setupAt === null
      ? ''
      : `There is no administrator yet. Open this link to become the first one:\n  ${address}${setupAt}\n`;
  console.log(`\nAtrium is ready at ${address}\n${links}${begin}${demo}Stop it with Ctrl-C.\n`);
}

/** npm may be killed without forwarding the signal. */
function stopWithParent(): void {
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || stop.abort(), 500).unref();
}

/** A resource that hangs while closing must not keep the process alive. */
function limitShutdown(): void {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
}

async function closeAll(): Promise<void> {
  limitShutdown();
  for (const close of open.reverse()) await close().catch((error) => console.error(error));
}
