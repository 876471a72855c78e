import type { BoardAnswer, TileAnswer } from '../../domain/calls/reports.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const LOANS = { report: 'loans', measure: 'hours' };

/** Resources, a report and boards that only this test declares. The site's zone is America/Denver. */
const declarations = copiedDeclarations()
  .resource(
    'loans',
    {
      name: { type: 'string', maxLength: 60 },
      at: { type: 'string', format: 'date-time' },
      dueOn: { type: 'string', format: 'date' },
      ownerId: { type: 'integer', 'x-reference': 'users' },
      hours: { type: 'integer' },
      secret: { type: 'integer' },
    },
    { config: { path: '/loans', represent: '{name}' } },
  )
  .resource('fines', { amount: { type: 'integer' } })
  .write('config/reports/loans.json', {
    title: 'Loans',
    lead: 'Loans of a period.',
    roles: ['Staff'],
    source: 'loans',
    day: 'at',
    dimensions: [
      { name: 'name', label: 'Name', field: 'name' },
      { name: 'week', label: 'Week', field: 'at', by: 'week' },
    ],
    measures: [
      { name: 'count', label: 'Loans', kind: 'count' },
      { name: 'hours', label: 'Hours', kind: 'sum', field: 'hours' },
      { name: 'secrets', label: 'Secrets', kind: 'sum', field: 'secret' },
    ],
  })
  .write('config/boards/counter.json', {
    title: 'Counter',
    icon: 'box',
    roles: ['Staff'],
    tiles: [
      { title: 'Today', kind: 'count', resource: 'loans', filter: { at_gte: '$today', at_lt: '$tomorrow' } },
      { title: 'Due', kind: 'count', resource: 'loans', filter: { dueOn_lte: '$today' } },
      { title: 'Fines', kind: 'count', resource: 'fines' },
      { title: 'Hours', kind: 'figure', ...LOANS, weeks: 1, filter: { ownerId: '$user.id' } },
      { title: 'Secrets', kind: 'figure', report: 'loans', measure: 'secrets' },
      { title: 'By week', kind: 'chart', isWide: true, ...LOANS, by: 'week', weeks: 4 },
      { title: 'Mine', kind: 'list', resource: 'loans', filter: { ownerId: '$user.id' }, columns: ['name', 'secret'] },
    ],
  })
  .write('config/boards/aaa.json', {
    title: 'Later',
    roles: ['ClassScheduler'],
    tiles: [{ title: 'Loans', kind: 'count', resource: 'loans' }],
  });

let t: TestApp;
let staff: TestUser;

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  const rule = { role: 'Staff', actions: ['read'], writeFields: [], condition: null };
  const readFields = ['name', 'at', 'dueOn', 'ownerId', 'hours'];
  await makeRow(t.services, 'permissions', { ...rule, resource: 'loans', readFields });
  await makeRow(t.services, 'permissions', { ...rule, resource: 'fines', readFields: ['*'] });
  // Half past eleven in the evening of Wednesday, in Denver.
  t.services.clock.moveTo(Date.parse('2027-03-11T06:30:00Z'));
  staff = await t.createUser({ roles: ['Staff', 'ClassScheduler'] });
  for (const [index, [at, dueOn, isOwn]] of (
    [
      ['2027-03-10T07:00:00Z', '2027-03-10', true],
      ['2027-03-10T06:59:00Z', '2027-03-11', true],
      ['2027-03-11T06:59:00Z', null, false],
      ['2027-03-11T07:00:00Z', '2027-03-09', false],
      ['2027-03-02T18:00:00Z', null, true],
    ] as const
  ).entries())
    await makeRow(t.services, 'loans', {
      name: `Loan ${index}`,
      at,
      dueOn,
      hours: 2 ** index,
      secret: 1,
      ownerId: isOwn ? staff.id : null,
    });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

function call(name = 'counter', cookie = staff.cookie) {
  return t.app.inject({ url: `/api/boards/${name}`, headers: { cookie } });
}

async function tiles(cookie?: string): Promise<Record<string, TileAnswer>> {
  const answer = await call('counter', cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  return Object.fromEntries(answer.json<BoardAnswer>().tiles.map((tile) => [tile.title, tile]));
}

describe('a board', () => {
  test('counts rows of today, which begins at midnight on the campus, and leads to the same rows', async () => {
    const { Today: today, Due: due } = await tiles();
    expect(today).toEqual({
      title: 'Today',
      isWide: false,
      kind: 'count',
      number: 2,
      isEstimate: false,
      to: expect.any(String),
    });
    const filter = JSON.parse(new URL(String(today?.to), 'http://x').searchParams.get('filter') ?? '') as object;
    expect(filter).toEqual({ at_gte: '2027-03-10T07:00:00.000Z', at_lt: '2027-03-11T07:00:00.000Z' });
    const url = `/api/loans?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    expect((await t.app.inject({ url, headers: { cookie: staff.cookie } })).json()).toHaveLength(2);
    expect(due).toMatchObject({ number: 2, to: '/loans?filter=%7B%22dueOn_lte%22%3A%222027-03-10%22%7D' });
  });

  test('shows the total of a measure and that of the weeks before, up to the same day', async () => {
    expect((await tiles())['Hours']).toMatchObject({
      kind: 'figure',
      figure: 3,
      before: 16,
      span: 'the week before',
      report: 'loans',
      measure: 'hours',
      to: expect.stringContaining('/reports/loans?from=2027-03-08&to=2027-03-10&measure=hours&filter='),
    });
  });

  test('shows a measure by a dimension, weeks without rows included', async () => {
    const tile = (await tiles())['By week'];
    expect(tile).toMatchObject({ kind: 'chart', isWide: true, to: '/reports/loans?by=week&weeks=4&measure=hours' });
    expect(tile?.kind === 'chart' && tile.groups.map(({ key, figures }) => [key, figures])).toEqual([
      ['2027-02-15', [0]],
      ['2027-02-22', [0]],
      ['2027-03-01', [16]],
      ['2027-03-08', [7]],
    ]);
  });

  test('lists the first rows with the columns that the caller can read', async () => {
    const tile = (await tiles())['Mine'];
    expect(tile).toMatchObject({ kind: 'list', resource: 'loans', columns: ['name'], total: 3 });
    expect(tile?.kind === 'list' && tile.rows.map((row) => Object.keys(row))).toEqual([
      ['id', 'name'],
      ['id', 'name'],
      ['id', 'name'],
    ]);
  });

  test('has no tile that the caller cannot read', async () => {
    expect(Object.keys(await tiles())).not.toContain('Secrets');
    expect((await tiles(await t.loginAs('administrator')))['Secrets']).toMatchObject({ figure: 4, before: 0 });
  });

  test('shows the other tiles where one fails', async () => {
    await sql`alter table "fines" rename to "lost"`.execute(t.services.db);
    const { Fines: fines, Due: due } = await tiles();
    await sql`alter table "lost" rename to "fines"`.execute(t.services.db);
    expect(fines).toMatchObject({ kind: 'failed', detail: expect.stringContaining('Something went wrong'), to: null });
    expect(due).toMatchObject({ kind: 'count' });
    expect((await tiles())['Fines']).toMatchObject({ kind: 'count', number: 0 });
  });
});

describe('rights', () => {
  test('a board is for its roles; those of an account come in the order of the roles', async () => {
    const { cookie } = await t.createUser({ roles: ['Student'] });
    expect(expectProblem(await call('counter', cookie)).status).toBe(403);
    expect(expectProblem(await call('nothing')).status).toBe(404);
    expect((await t.app.inject({ url: '/api/boards/counter' })).statusCode).toBe(401);
    const boardsOf = async (who: string) => {
      const answer = await t.app.inject({ url: '/api/model/shell', headers: { cookie: who } });
      return answer.json<{ boards: { name: string }[] }>().boards.map(({ name }) => name);
    };
    expect(await boardsOf(cookie)).toEqual([]);
    expect(await boardsOf(staff.cookie)).toEqual(['counter', 'aaa']);
  });
});

test('all boards of this installation answer all their tiles to an administrator', async () => {
  const cookie = await t.loginAs('administrator');
  const { boards } = t.services.model;
  expect(boards.length).toBeGreaterThan(3);
  for (const { name, tiles: declared } of boards) {
    const { tiles: answered } = (await call(name, cookie)).json<BoardAnswer>();
    expect(answered.map((tile) => [tile.kind, tile.title, tile.kind === 'failed' ? tile.detail : ''])).toEqual(
      declared.map(({ kind, title }) => [kind, title, '']),
    );
  }
});
