import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Storage } from '../../server/features/files/storage.ts';
import { acceptUpload } from '../../server/features/files/upload.ts';
import { ProblemError } from '../../server/platform/problem.ts';
import { caller, fileField, formOf, PDF, publishForm } from './request-calls.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const UPLOADS = 300;
const LIMIT = 100;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('an account has at most 100 unattached uploads, also slow and concurrent ones', async () => {
  const admin = await caller(t, 'RequestsAdmin');
  const { name } = await publishForm(admin, formOf({ file: fileField({ 'x-accept': ['.pdf'] }) }));
  const student = await caller(t, 'Student');
  const formVersionId = (await student.open(name)).version.id;
  const storage = new Storage(t.services.settings.uploadDir, t.services.clock);

  let waiting = 0;
  let allWait = (): void => undefined;
  let release = (): void => undefined;
  const allAreWaiting = new Promise<void>((resolve) => {
    allWait = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* slowly() {
    yield PDF.subarray(0, 10);
    waiting += 1;
    if (waiting === UPLOADS) allWait();
    await released;
    yield PDF.subarray(10);
  }

  const results = Array.from({ length: UPLOADS }, (_, index) =>
    acceptUpload(t.services, storage, SYSTEM, {
      userId: student.user.id,
      target: { formVersionId, field: 'file' },
      name: `plan-${index}.pdf`,
      bytes: Readable.from(slowly()),
      announced: null,
    }).catch((error: unknown) => error),
  );
  await Promise.race([allAreWaiting, Promise.all(results)]);
  release();
  const refused = (await Promise.all(results)).filter((result) => result instanceof Error);
  expect(new Set(refused.map((error) => (error instanceof ProblemError ? error.problem.code : error)))).toEqual(
    new Set(['files.too-many']),
  );
  expect(refused).toHaveLength(UPLOADS - LIMIT);
  const stored = readdirSync(t.services.settings.uploadDir, { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(LIMIT);
});
