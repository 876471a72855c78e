import { expect, test } from 'vitest';
import { selectTests } from '../../scripts/changed.mjs';

const BROWSER = ['requests-student', 'content-editor-life', 'admin-events', 'shell-frame'].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

test('a declaration affects all readers of declarations, and every page', async () => {
  expect(await selectTests(['schemas/events.json'], BROWSER)).toEqual({
    unit: ['server/declarations/load-model.ts'],
    api: ['server/declarations/load-model.ts'],
    build: null,
    component: ['server/declarations/load-model.ts'],
    e2e: BROWSER,
    interop: null,
  });
});

test('a change in one part of the site selects the browser tests of that part', async () => {
  const selected = await selectTests(['src/portal/requests/form/FormPage.tsx'], BROWSER);
  expect(selected.unit).toEqual(['src/portal/requests/form/FormPage.tsx']);
  expect(selected.e2e).toEqual(['tests/e2e/requests-student.test.ts']);
  expect((await selectTests(['src/app/api.ts'], BROWSER)).e2e).toEqual(BROWSER);
});

test('a changed picture selects the test that compares it', async () => {
  const selected = await selectTests(['tests/component/pictures/door.png'], BROWSER);
  expect(selected.component).toEqual(['tests/component/pictures.test.tsx']);
});

test('a changed test selects itself, documents select nothing, and the modules everything', async () => {
  const changed = 'tests/e2e/admin-events.test.ts';
  expect(await selectTests([changed], BROWSER)).toMatchObject({ build: [changed], e2e: [changed] });
  expect(await selectTests(['README.md'], BROWSER)).toEqual({
    unit: [],
    api: [],
    build: [],
    component: [],
    e2e: [],
    interop: [],
  });
  expect(await selectTests(['package-lock.json', 'README.md'], BROWSER)).toEqual({
    unit: null,
    api: null,
    build: null,
    component: null,
    e2e: null,
    interop: null,
  });
});
