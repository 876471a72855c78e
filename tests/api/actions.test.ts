import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { ClientModel } from '../../domain/declarations/client-model.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { loadCheckedModel } from '../../server/checked-model.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations, faultsOf, type Declarations } from '../factories/declarations.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

/** What someone adds by files alone: a resource with a state table and actions, a report and a board. */
function toolDeclarations(): Declarations {
  const made = copiedDeclarations();
  return made
    .resource(
      'tools',
      {
        name: { type: 'string', title: 'Name', maxLength: 80 },
        state: {
          type: 'string',
          title: 'State',
          enum: ['Ready', 'Broken', 'Repaired'],
          default: 'Ready',
          'x-tones': { Ready: 'green', Broken: 'red' },
        },
        note: { type: 'string', title: 'Note', maxLength: 200 },
        room: { type: 'string', title: 'Room', maxLength: 20 },
        checkedAt: { type: 'string', title: 'Checked', format: 'date-time' },
        keeperId: { type: 'integer', title: 'Keeper', 'x-reference': 'users' },
        locationId: { type: 'integer', title: 'Location', 'x-reference': 'locations' },
      },
      {
        schema: { required: ['name', 'state'] },
        config: {
          label: 'Tools',
          represent: '{name}',
          softDelete: true,
          states: {
            field: 'state',
            transitions: [
              {
                from: ['Ready', 'Repaired'],
                to: 'Broken',
                inputs: { note: { title: 'What is wrong?', required: true } },
              },
              { from: ['Broken'], to: 'Repaired', permission: 'repair', undo: true },
            ],
          },
          actions: [
            {
              name: 'check',
              command: 'setFields',
              label: { one: 'Check', many: 'Check {count}' },
              placement: ['page', 'row', 'bulk'],
              when: { state: 'Ready' },
              options: { values: { checkedAt: '$now' } },
              inputs: { room: {}, locationId: {} },
              confirm: {
                title: { one: 'Check {name}?', many: 'Check {count} tools?' },
                notes: [
                  'They are marked as checked today.',
                  { text: '{count} without a room.', when: { room_null: true } },
                ],
              },
              done: { one: 'The tool is checked.', many: '{count} tools are checked.' },
              undo: true,
            },
            {
              name: 'remind',
              command: 'sendTemplate',
              label: 'Remind',
              options: { event: 'toolReminder', to: 'keeperId' },
              when: { keeperId_null: false },
            },
            { name: 'archive', command: 'archive', label: 'Archive', tone: 'danger', undo: true },
            { name: 'copy', command: 'duplicate', label: 'Copy', options: { values: { note: 'A copy' } }, undo: true },
          ],
        },
      },
    )
    .write('config/messages/events/toolReminder.json', {
      label: 'A tool needs care',
      category: 'requests',
      kind: 'Default',
      placeholders: {
        name: { title: 'Name of the tool', kind: 'text' },
        text: { title: 'What is to be done', kind: 'html' },
        checkedAt: { title: 'When it was checked', kind: 'dateTime' },
      },
      templates: { keeper: { subject: 'Care for {name}', body: '<p>{text}</p><p>Checked {checkedAt}.</p>' } },
    })
    .write('config/reports/tools.json', {
      title: 'Tools',
      lead: 'Tools by state.',
      path: '/admin/toolReport',
      menu: null,
      roles: ['ClassScheduler'],
      source: 'tools',
      dimensions: [{ name: 'state', label: 'State', field: 'state' }],
      measures: [{ name: 'tools', label: 'Tools', kind: 'count' }],
    })
    .write('config/boards/tools.json', {
      title: 'Workshop',
      roles: ['ClassScheduler'],
      tiles: [{ title: 'Broken tools', kind: 'count', resource: 'tools', filter: { state: 'Broken' } }],
    });
}

/** No resource that the code knows. */
const TOOLS: string = 'tools';
const declarations = toolDeclarations();
let t: TestApp;
let admin: TestUser;
let keeper: TestUser;
let reader: TestUser;

beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  const rule = (role: string, actions: string[], condition: object | null = null) =>
    t.services.engine.create(
      SYSTEM,
      'permissions',
      { role, resource: 'tools', actions, readFields: ['*'], writeFields: [], condition },
      { command: true },
    );
  await rule('ClassScheduler', ['read', 'check', 'broken', 'archive', 'copy']);
  await rule('ClassScheduler', ['repair'], { room: 'A' });
  await rule('StoreAdmin', ['read']);
  await t.services.permissions.refresh();
  admin = await t.createUser({ roles: ['Administrator'] });
  keeper = await t.createUser({ roles: ['ClassScheduler'] });
  reader = await t.createUser({ roles: ['StoreAdmin'] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

const get = (url: string, { cookie }: TestUser) => t.app.inject({ url, headers: { cookie } });
const post = (url: string, { cookie }: TestUser, payload: object, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload });
const run = (action: string, user: TestUser, payload: object, headers = {}) =>
  post(`/api/tools/actions/${action}`, user, payload, headers);

async function tool(values: Row = {}): Promise<number> {
  const { id } = await t.services.engine.create(SYSTEM, TOOLS, { name: 'Saw', ...values }, { command: true });
  return Number(id);
}
const stored = async (id: number): Promise<Row> => (await get(`/api/tools/${id}`, admin)).json<Row>();
const answerOf = (response: LightMyRequestResponse): ActionAnswer => {
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ActionAnswer>();
};

describe('a resource with actions', () => {
  test('offers those that the caller is permitted, with their inputs', async () => {
    const actionsFor = async (user: TestUser) =>
      (await get('/api/model', user)).json<ClientModel>().resources.find(({ name }) => name === 'tools')?.actions ?? [];
    expect((await actionsFor(admin)).map(({ name }) => name)).toEqual([
      'broken',
      'repaired',
      'check',
      'remind',
      'copy',
      'archive',
      'delete',
    ]);
    expect(await actionsFor(reader)).toEqual([]);
    const broken = (await actionsFor(keeper)).find(({ name }) => name === 'broken');
    expect(broken).toMatchObject({
      label: { one: 'Mark as broken', many: 'Mark {count} as broken' },
      icon: 'arrow-right',
      asks: true,
      placement: ['page'],
    });
    expect(broken?.inputs?.schema).toMatchObject({
      required: ['note'],
      properties: { note: { title: 'What is wrong?' } },
    });
    const validator = await get(broken?.inputs?.validator ?? '', keeper);
    expect(validator.headers['content-type']).toContain('javascript');
  });

  test('says with which records each can be run', async () => {
    const [ready, broken] = [await tool({ room: 'A' }), await tool({ room: 'A', state: 'Broken' })];
    const elsewhere = await tool({ state: 'Broken', room: 'B' });
    const ids = JSON.stringify([ready, broken, elsewhere]);
    expect((await get(`/api/tools/actions?ids=${ids}`, keeper)).json()).toEqual({
      check: [ready],
      archive: [ready, broken, elsewhere],
      copy: [ready, broken, elsewhere],
      broken: [ready],
      repaired: [broken],
    });
    expectProblem(await get('/api/tools/actions?ids=1', keeper));
    expect((await get('/api/tools/actions', keeper)).statusCode).toBe(400);
  });

  test('has a question about the records, as far as the reader can see them', async () => {
    const [one, other] = [await tool({ name: 'Lathe' }), await tool({ name: 'Drill', room: 'A' })];
    const planOf = async (ids: number[]) =>
      (await post('/api/tools/actions/check/plan', keeper, { ids })).json<ActionPlan>();
    expect(await planOf([one])).toEqual({
      ids: [one],
      title: 'Check Lathe?',
      asks: true,
      inputs: null,
      notes: ['They are marked as checked today.', '1 without a room.'],
      button: 'Check',
    });
    expect(await planOf([one, other])).toMatchObject({ title: 'Check 2 tools?', button: 'Check 2' });
  });
});

describe('an action', () => {
  test('is run on several records with inputs, is audited, and undone as one', async () => {
    const ids = [await tool(), await tool({ room: 'B' })];
    const answer = answerOf(await run('check', keeper, { ids, inputs: { room: 'C' } }));
    expect(answer).toMatchObject({ ids, changes: [{ resource: 'tools' }, { resource: 'tools' }] });
    for (const id of ids)
      expect(await stored(id)).toMatchObject({ room: 'C', checkedAt: expect.any(String) as string, version: 2 });
    const entries = await t.services.db
      .selectFrom('auditEntries')
      .select(['actorId', 'command'])
      .where('resource', '=', 'tools')
      .where('recordId', 'in', ids.map(String))
      .where('action', '=', 'update')
      .execute();
    expect(entries).toEqual(ids.map(() => ({ actorId: keeper.id, command: 'tools.check' })));
    // Someone else may not undo it; its author may, although no rule lets them update.
    expect((await post('/api/undo', reader, { changes: answer.changes })).statusCode).toBe(403);
    expect((await post('/api/undo', keeper, { changes: answer.changes })).statusCode).toBe(200);
    expect(await stored(ids[1] ?? 0)).toMatchObject({ room: 'B', checkedAt: null });
  });

  test('is run once per key', async () => {
    const id = await tool();
    const key = { 'idempotency-key': 'a-key-of-one-call' };
    const first = answerOf(await run('copy', keeper, { ids: [id] }, key));
    expect(answerOf(await run('copy', keeper, { ids: [id] }, key))).toEqual(first);
    expect(expectProblem(await run('copy', keeper, { ids: [await tool()] }, key)).status).toBe(422);
    const [copy] = first.result as number[];
    expect(await stored(copy ?? 0)).toMatchObject({ name: 'Saw', note: 'A copy' });
    expect((await post('/api/undo', keeper, { changes: first.changes })).statusCode).toBe(200);
    expect((await get(`/api/tools/${copy}`, admin)).statusCode).toBe(404);
  });

  test('is refused for all where its condition does not hold for one, which is named', async () => {
    const ids = [await tool({ name: 'Lathe' }), await tool({ name: 'Drill', state: 'Broken' })];
    const { status, code, detail, errors } = expectProblem(await run('check', keeper, { ids }));
    expect({ status, code }).toEqual({ status: 409, code: 'resource.refused' });
    expect(detail).toContain('1 of 2');
    expect(detail).toContain('Drill');
    expect(errors).toEqual({ [String(ids[1])]: expect.any(String) as string });
    expect(await stored(ids[0] ?? 0)).toMatchObject({ version: 1 });
  });

  test('needs its own permission, for these records', async () => {
    const elsewhere = await tool({ state: 'Broken', room: 'B' });
    expect(expectProblem(await run('repaired', keeper, { ids: [elsewhere] })).status).toBe(404);
    expect(expectProblem(await run('check', reader, { ids: [elsewhere] })).status).toBe(403);
    expect(expectProblem(await run('nothing', admin, { ids: [elsewhere] })).status).toBe(404);
    expect(
      (await t.app.inject({ method: 'POST', url: '/api/tools/actions/check', payload: { ids: [1] } })).statusCode,
    ).toBe(401);
  });

  test('checks its inputs by field', async () => {
    const id = await tool();
    for (const [inputs, field] of [
      [{}, 'note'],
      [{ note: 'x'.repeat(201) }, 'note'],
      [{ note: 'Bent', name: 'Other' }, 'name'],
    ] as const) {
      const refused = expectProblem(await run('broken', keeper, { ids: [id], inputs }));
      expect(refused).toMatchObject({ status: 400, errors: { [field]: expect.any(String) as string } });
    }
    const dangling = expectProblem(await run('check', keeper, { ids: [id], inputs: { locationId: 999_999 } }));
    expect(dangling).toMatchObject({ status: 400, errors: { locationId: 'Does not exist' } });
    for (const payload of [{}, { ids: [] }, { ids: [id], more: 1 }, { ids: Array.from({ length: 1001 }, () => id) }])
      expect(expectProblem(await run('check', keeper, payload)).status).toBe(400);
  });

  test('of a state table is the only way to another state', async () => {
    const id = await tool({ room: 'A' });
    answerOf(await run('broken', keeper, { ids: [id], inputs: { note: 'Bent' } }));
    expect(await stored(id)).toMatchObject({ state: 'Broken', note: 'Bent' });
    const direct = await t.app.inject({
      method: 'PUT',
      url: `/api/tools/${id}`,
      headers: { cookie: admin.cookie },
      payload: { state: 'Ready' },
    });
    expect(expectProblem(direct)).toMatchObject({ status: 400, errors: { state: 'Cannot be changed here' } });
    const { changes } = answerOf(await run('repaired', keeper, { ids: [id] }));
    expect(expectProblem(await run('repaired', keeper, { ids: [id] })).status).toBe(409);
    expect((await post('/api/undo', keeper, { changes })).statusCode).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'Broken' });
  });

  test('archives, and is undone', async () => {
    const id = await tool();
    const { changes } = answerOf(await run('archive', keeper, { ids: [id] }));
    expect((await get(`/api/tools/${id}`, admin)).statusCode).toBe(404);
    expect((await post('/api/undo', keeper, { changes })).statusCode).toBe(200);
    expect((await get(`/api/tools/${id}`, admin)).statusCode).toBe(200);
  });

  test('sends a message by its template', async () => {
    const id = await tool({ name: 'Lathe', keeperId: reader.id, checkedAt: '2028-02-29T20:30:00.000Z' });
    const planned = await run('remind', admin, { ids: [id] });
    expect(expectProblem(planned)).toMatchObject({ status: 400, errors: { text: expect.any(String) as string } });
    answerOf(await run('remind', admin, { ids: [id], inputs: { text: 'Oil <b>it</b>' } }));
    const message = await t.services.db
      .selectFrom('messages')
      .innerJoin('messageRecipients', 'messageRecipients.messageId', 'messages.id')
      .select(['messages.subject', 'messages.html'])
      .where('messageRecipients.userId', '=', reader.id)
      .executeTakeFirstOrThrow();
    expect(message.subject).toBe('Care for Lathe');
    expect(message.html).toContain('Oil &lt;b&gt;it&lt;/b&gt;');
    expect(message.html).toContain('1:30 PM');
    expect(expectProblem(await run('remind', admin, { ids: [await tool()], inputs: { text: 'x' } })).status).toBe(409);
  });

  test('is a call of the documented API for people with the permission', async () => {
    const pathsFor = async (user: TestUser) =>
      Object.keys((await get('/api/openapi.json', user)).json<{ paths: object }>().paths);
    expect(await pathsFor(keeper)).toEqual(
      expect.arrayContaining(['/api/tools/actions', '/api/tools/actions/check', '/api/tools/actions/check/plan']),
    );
    expect((await pathsFor(reader)).filter((path) => path.startsWith('/api/tools/actions'))).toEqual([]);
  });

  test('shows in a report and on a board', async () => {
    await tool({ state: 'Broken' });
    const report = await get('/api/reports/tools?by=state', keeper);
    expect(report.statusCode, report.body).toBe(200);
    expect(report.json<{ groups: object[] }>().groups).toContainEqual(expect.objectContaining({ key: 'Broken' }));
    const board = await get('/api/boards/tools', keeper);
    expect(board.statusCode, board.body).toBe(200);
  });
});

describe('faults of a declaration', () => {
  const changed = (config: object): Declarations => {
    const made = toolDeclarations();
    return made.change('config/resources/tools.json', { ...config });
  };
  const act = (more: object): object => ({
    actions: [{ name: 'one', command: 'setFields', label: 'One', options: { values: { note: 'x' } }, ...more }],
    states: undefined,
  });

  test.each([
    [act({ icon: 'wrenchh' }), '/actions/0/icon', 'There is no icon "wrenchh"'],
    [act({ when: { stat: 'Ready' } }), '/actions/0/when', 'Did you mean "state"?'],
    [act({ when: { state: 'Gone' } }), '/actions/0/when', 'state has no value "Gone"'],
    [act({ label: 'One {name}' }), '/actions/0/label', 'There is no placeholder {name}'],
    [
      act({ placement: ['bulk'], confirm: { title: 'One {name}?' } }),
      '/actions/0/confirm/title',
      'no value for several',
    ],
    [act({ confirm: { notes: ['{nam}'] } }), '/actions/0/confirm/notes/0', 'Did you mean "name"?'],
    [act({ name: 'update' }), '/actions/0/name', 'The engine already has the action "update"'],
    [act({ placement: ['top'] }), '/actions/0/placement/0', 'Unknown value "top"'],
    [
      { states: { field: 'stat', transitions: [{ from: ['Ready'], to: 'Broken' }] } },
      '/states/field',
      'Did you mean "state"?',
    ],
    [
      { states: { field: 'state', transitions: [{ from: ['Redy'], to: 'Broken' }] } },
      '/states/transitions/0/from/0',
      'Did you mean "Ready"?',
    ],
  ])('%j are reported', async (config, pointer, message) => {
    const made = changed(config);
    const faults = (await faultsOf(made)).filter((fault) => fault.file === 'config/resources/tools.json');
    expect(faults).toContainEqual(
      expect.objectContaining({ pointer, message: expect.stringContaining(message) as string }),
    );
    made.remove();
  });

  test.each([
    [act({ command: 'setFeilds' }), '/actions/one/command', 'Did you mean "setFields"?'],
    [act({ command: 'mails.cancel' }), '/actions/one/command', '"mails.cancel" is a command of "mails"'],
    [act({ inputs: { nite: {} } }), '/actions/one/inputs/nite', 'Did you mean "note"?'],
    [act({ options: { values: { nte: 'x' } } }), '/actions/one/options/values/nte', 'Did you mean "note"?'],
    [act({ options: {} }), '/actions/one/options', 'It sets nothing'],
    [
      act({ command: 'sendTemplate', options: { event: 'toolReminders', to: 'keeperId' } }),
      '/actions/one/options/event',
      'Did you mean "toolReminder"?',
    ],
    [
      act({ command: 'sendTemplate', options: { event: 'toolReminder', to: 'keeper' } }),
      '/actions/one/options/to',
      'Did you mean "keeperId"?',
    ],
    [act({ options: { values: { state: 'Lost' } } }), '/actions/one/options/values/state', 'one of the allowed values'],
  ])('%j prevent the start', async (config, pointer, message) => {
    const made = changed(config);
    await expect(loadCheckedModel(made.root)).rejects.toMatchObject({
      faults: [
        {
          file: 'config/resources/tools.json',
          pointer,
          message: expect.stringContaining(message) as string,
        },
      ],
    });
    made.remove();
  });
});
