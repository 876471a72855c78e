// Finds a Chromium for the browser tests, and fetches one where there is none.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root, run, runTool } from './prepare.mjs';

/** Without the parts of a browser that nobody sees in a test: a page begins in a third of the time. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = [...HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium that runs, or null. CHROMIUM_PATH goes first, the system's next, Playwright's own last. */
export async function findBrowser() {
  const system = NAMES.flatMap((name) => PLACES.map((place) => join(place, name)));
  for (const path of [process.env.CHROMIUM_PATH, ...system, ...MAC, await playwrightBrowser()]) {
    if (path && existsSync(path) && (await runs(path))) return path;
  }
  return null;
}

/**
 * As findBrowser, but installs one: by the system's package manager, also where only a whole browser was found, else Playwright's
 * own where there is none.
 */
export async function provideBrowser() {
  const found = await findBrowser();
  if (found !== null && (found === process.env.CHROMIUM_PATH || HEADLESS.includes(basename(found)))) return found;
  return (await fromSystem()) ?? found ?? (await fromPlaywright());
}

async function fromSystem() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium for the browser tests (apt-get) ...');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  // Older releases have no package of its own for the headless one.
  for (const name of [HEADLESS[0], 'chromium']) {
    const packages = [name, 'fonts-liberation'];
    if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)) === 0) break;
  }
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
