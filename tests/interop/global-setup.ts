import { rm } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { buildStockPages } from './build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stockPages: string;
    stockBrowserUrl: string;
  }
}

/** Builds the pages and provides a Chromium. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium for these tests; npm test installs one.');
  const folder = await buildStockPages();
  const browser = await chromium.launchServer({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
  project.provide('stockPages', folder);
  project.provide('stockBrowserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
}
