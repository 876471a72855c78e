import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * One project per kind of test; `npm test` runs them one after another (scripts/test.mjs). The limits are for a machine that is
 * busy with much else: they end what hangs, and time nothing.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/unit/setup.ts',
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
          maxWorkers: '100%',
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'build',
          include: ['tests/build/**/*.test.ts'],
          globalSetup: 'tests/build/global-setup.ts',
          fileParallelism: false,
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
          maxWorkers: 2,
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What passed only the second time is marked in the report.
          retry: 1,
        },
      },
    ],
  },
});
