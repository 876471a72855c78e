// Finds a Chromium for the browser tests, and fetches one where there is none.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, run, runTool } from './prepare.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that runs, or null. CHROMIUM_PATH goes first, the system's next, Playwright's own last. */
export async function findBrowser() {
  const system = PLACES.flatMap((place) => NAMES.map((name) => join(place, name)));
  for (const path of [process.env.CHROMIUM_PATH, ...system, ...MAC, await playwrightBrowser()]) {
    if (path && existsSync(path) && (await runs(path))) return path;
  }
  return null;
}

/** As findBrowser, but installs one when there is none: by the system's package manager, else Playwright's own. */
export async function provideBrowser() {
  return (await findBrowser()) ?? (await fromSystem()) ?? (await fromPlaywright());
}

async function fromSystem() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium for the browser tests (apt-get) ...');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], { env });
  return findBrowser();
}

async function fromPlaywright() {
  console.log('Fetching Chromium for the browser tests (Playwright) ...');
  const args =
    process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      ? ['install', '--with-deps', 'chromium']
      : ['install', 'chromium'];
  await runTool('playwright-core/cli.js', args);
  return findBrowser();
}

async function playwrightBrowser() {
  const { chromium } = await import(join(root, 'node_modules', 'playwright-core', 'index.mjs'));
  return chromium.executablePath();
}

/** Ubuntu's package, for one, is a stub that only points to a snap. */
function runs(path) {
  return promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}
