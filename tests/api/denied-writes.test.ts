import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow, newData } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';
import { storedResources } from '../../server/declarations/views.ts';

let t: TestApp;
beforeAll(async () => {
  // A job that the rows made here enqueue, a schedule or a heartbeat would change tables between the two looks at them.
  t = await startTestApp();
});
afterAll(() => t.close());

/** A hash of each table's contents, including audit entries and jobs. */
async function contents(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { name: table } of storedResources(t.services.model)) {
    const { rows } = await sql<{
      hash: string;
    }>`select coalesce(md5(string_agg(t::text, ',' order by t.id::text)), '') as hash from ${sql.table(table)} t`.execute(
      t.services.db,
    );
    hashes[table] = rows[0]!.hash;
  }
  const { rows } = await sql<{ jobs: string }>`select count(*)::text as jobs from pgboss.job`.execute(t.services.db);
  return { ...hashes, jobs: rows[0]!.jobs };
}

test.each(['a visitor', 'an account without roles'])(
  'no write that %s is refused has any effect, on any resource',
  async (who) => {
    const cookie = who === 'a visitor' ? '' : (await t.createUser()).cookie;
    const targets: { name: string; row: Row; data: Row }[] = [];
    for (const { name, config } of storedResources(t.services.model)) {
      if (!config.internal)
        targets.push({ name, row: await makeRow(t.services, name), data: await newData(t.services, name) });
    }
    const before = await contents();
    for (const { name, row, data } of targets) {
      const one = `/api/${name}/${row.id}`;
      const filter = encodeURIComponent(JSON.stringify({ id: [row.id] }));
      const answers = await Promise.all([
        t.app.inject({ method: 'POST', url: `/api/${name}`, headers: { cookie }, payload: data }),
        t.app.inject({ method: 'PUT', url: one, headers: { cookie }, payload: { ...row, ...data } }),
        t.app.inject({ method: 'PATCH', url: `/api/${name}`, headers: { cookie }, payload: { ids: [row.id], data } }),
        t.app.inject({ method: 'POST', url: `${one}/revert`, headers: { cookie }, payload: { entryId: 1 } }),
        t.app.inject({ method: 'DELETE', url: one, headers: { cookie } }),
        t.app.inject({ method: 'DELETE', url: `/api/${name}?filter=${filter}`, headers: { cookie } }),
        t.app.inject({ method: 'DELETE', url: `/api/${name}?filter=%7B%7D`, headers: { cookie } }),
      ]);
      for (const answer of answers) {
        expect([400, 401, 403, 404], `${name}: ${answer.body}`).toContain(answer.statusCode);
        expectProblem(answer);
      }
    }
    const after = await contents();
    expect(Object.keys(before).filter((table) => after[table] !== before[table])).toEqual([]);
  },
);
