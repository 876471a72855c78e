import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { startProvider, type RunningProvider } from '../factories/openid-provider.ts';
import { PROJECT, runScript, startServer, type ServerProcess } from '../factories/server-process.ts';
import type {} from './own-server.ts';

interface RunningServer {
  server: ServerProcess;
  dataDir: string;
  stop: () => Promise<void>;
}

/** Quiet and alone: no sandbox where there may be no user namespaces, no calls home nor to anyone. Pages of a context share one process. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--process-per-site',
  // A page is left before optimized code would pay for itself: without it, pages take an eighth less processor time.
  '--js-flags=--no-opt --no-maglev',
];

/** For each worker a server with the demonstration, which serves dist/, built when it is stale (own-server.ts); one Chromium for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium for the browser tests; npm test installs one.');
  const provider = await startProvider();
  const servers = await startServers(project.config.maxWorkers, provider.issuer);
  openProvider(
    provider,
    servers.map(({ server: { url } }) => url),
  );
  const browser = await chromium.launchServer({ executablePath, args: BROWSER_ARGS });
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide(
    'servers',
    servers.map(({ server: { url }, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await browser.close();
    await Promise.all(servers.map(({ stop }) => stop()));
    await provider.close();
  };
}

/** An identity provider that everyone is known to, who logs in there under whatever name. */
function openProvider(provider: RunningProvider, sites: readonly string[]): void {
  provider.open({
    clients: [
      {
        client_id: 'atrium',
        client_secret: 'the-secret',
        redirect_uris: sites.map((url) => `${new URL(url).origin}/api/auth/oidc/campus/callback`),
        post_logout_redirect_uris: sites.map((url) => `${new URL(url).origin}/`),
      },
    ],
    claims: { profile: ['preferred_username', 'name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, name: `Name of ${id}` }),
    }),
  });
}

/** Each with a copy of one demonstration: filling a database takes five times the work of a start. */
async function startServers(count: number, issuer: string): Promise<RunningServer[]> {
  const dataDirs = await Promise.all(Array.from({ length: count }, () => mkdtemp(join(tmpdir(), 'atrium-e2e-'))));
  const [filled = '', ...copies] = dataDirs;
  await (await start(filled, issuer)).server.signal('SIGTERM');
  // By which a PostgreSQL knows its users; it goes a moment after the last of them.
  const filter = (source: string): boolean => basename(source) !== 'postgres.users';
  await Promise.all(copies.map((copy) => cp(filled, copy, { recursive: true, filter })));
  return Promise.all(dataDirs.map((dataDir) => start(dataDir, issuer)));
}

async function start(dataDir: string, issuer: string): Promise<RunningServer> {
  const providers = [{ name: 'campus', label: 'Campus ID', issuer, clientId: 'atrium' }];
  const file = `${dataDir}.providers.json`;
  await writeFile(file, JSON.stringify({ providers }));
  const server = await startServer(PROJECT, {
    DATA_DIR: dataDir,
    OPENID_FILE: file,
    OPENID_SECRETS: 'campus=the-secret',
  });
  const stop = async (): Promise<void> => {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
    await rm(file, { force: true });
  };
  return { server, dataDir, stop };
}
