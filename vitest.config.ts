import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findBrowser } from './scripts/browser.mjs';
import { customMedia } from './scripts/custom-media.ts';
import { COMMANDS } from './tests/component/commands.ts';

/** What waits for a database or a browser leaves a processor to others. */
const WORKERS = availableParallelism() + 4;

/** Short files whose tests take long. */
const LONG =
  /\/(?:console-(?:reading|writing)-pages|embedded-postgres|large-text|mail-processes|route-matrix|schema-command|silent-connections)\.test\.ts$/;

/** Reads all that the demonstration shows, before other files have made anything on its server. */
const FIRST = /\/screen-texts\.test\.ts$/;

/** Without times of an earlier run, the largest files begin; one that takes long whatever its size would keep a single worker busy at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => [FIRST, LONG].findIndex((files) => files.test(moduleId));
    const placed = [0, 1, -1].map((place) => sorted.filter((file) => rank(file) === place));
    return placed.flat();
  }
}

/**
 * One project per kind of test; `npm test` runs them one after another (scripts/test.mjs). The limits are for a machine that is
 * busy with much else: they end what hangs, and time nothing.
 *
 * Files that a worker runs share their modules (`isolate: false`): loading the server or the pages takes longer than most files'
 * tests. A file that mocks a module resets them before and after.
 */
export default defineConfig({
  plugins: [react(), customMedia()],
  test: {
    sequence: { sequencer: LongestFirst },
    // A missing reference fails; only `-u` writes one.
    update: 'none',
    attachmentsDir: 'test-results/attachments',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/unit/setup.ts', 'tests/factories/drawn-values.ts'],
          isolate: false,
          maxWorkers: '100%',
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/api/global-setup.ts',
          setupFiles: 'tests/factories/drawn-values.ts',
          isolate: false,
          maxWorkers: WORKERS,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Editors and widgets in a page of Chromium, without a server: the tests run in the page itself.
        extends: true,
        // React as it is shipped: its development build takes twice the time of every drawing.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          // Found while tests run, a package reloads the page under them.
          include: [
            '@floating-ui/dom',
            '@rjsf/core',
            '@rjsf/utils',
            '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js',
            '@tanstack/react-query',
            '@tiptap/extension-image',
            '@tiptap/pm/state',
            '@tiptap/pm/tables',
            '@tiptap/pm/view',
            '@tiptap/react',
            '@tiptap/starter-kit',
            'ajv/dist/runtime/equal.js',
            'ajv/dist/runtime/ucs2length.js',
            'axe-core',
            'chart.js',
            'fast-check',
            'lucide-react',
            'ra-core',
            'ra-data-simple-rest',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'react-image-crop',
            'react-router-dom',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts', 'tests/factories/drawn-values.ts'],
          provide: { clockOffset: Number(process.env['TEST_CLOCK_OFFSET'] ?? 0) },
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: COMMANDS,
            // "When" is labelled "When (optional)".
            locators: { exact: false },
            provider: playwright({
              actionTimeout: 10_000,
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'] ?? (await findBrowser()) ?? '',
                // The headless shell has an option for unhinted glyphs, a full Chromium takes them from fontconfig.
                env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'tests/component/fonts.conf') },
                args: [
                  '--no-sandbox',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--lang=en-US',
                  '--font-render-hinting=none',
                  // A page is left before optimized code would pay for itself, as in the tests with a server.
                  '--js-flags=--no-opt --no-maglev',
                ],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
            expect: {
              toMatchScreenshot: {
                comparatorName: 'pixelmatch',
                // Anti-aliased edges differ between builds and are not counted; what remains is less than a line under one word.
                comparatorOptions: { threshold: 0.1, allowedMismatchedPixels: 40 },
                resolveScreenshotPath: ({ root, testFileDirectory, arg, ext }) =>
                  join(root, testFileDirectory, 'pictures', `${arg}${ext}`),
                resolveDiffPath: ({ root, arg, ext }) => join(root, 'test-results', 'pictures', `${arg}${ext}`),
              },
            },
          },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          globalSetup: 'tests/build/global-setup.ts',
          maxWorkers: 2,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/global-setup.ts',
          // Contexts and sessions are kept from file to file (tests/e2e/support.ts).
          isolate: false,
          maxWorkers: Math.min(WORKERS, 4),
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // A stock react-admin and a stock form in Chromium, against the server in the test's process.
        extends: true,
        test: {
          name: 'interop',
          include: ['tests/interop/*.test.ts'],
          globalSetup: ['tests/api/global-setup.ts', 'tests/interop/global-setup.ts'],
          fileParallelism: false,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
