// Finds a Chromium for the browser tests, and installs one if there is none.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root, run, runTool } from './prepare.mjs';

/** Headless builds lack the browser's user interface: a page opens in a third of the time. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = [...HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a working Chromium, or null. CHROMIUM_PATH takes precedence, then the system's, then Playwright's own. */
export async function findBrowser() {
  const system = NAMES.flatMap((name) => PLACES.map((place) => join(place, name)));
  for (const path of [process.env.CHROMIUM_PATH, ...system, ...MAC, await playwrightBrowser()]) {
    if (path && existsSync(path) && (await runs(path))) return path;
  }
  return null;
}

/**
 * Like findBrowser, but installs one if necessary: with the system's package manager, even if only a full browser was found, and
 * otherwise Playwright's own if there is none at all.
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
  // Older releases have no separate package for the headless build.
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

/** Some packages, Ubuntu's for instance, are stubs that point to a snap. */
function runs(path) {
  return promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
}
