import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionAnswer, ActionPlan } from '../../domain/calls/action-parts.ts';
import type { AvailableActions } from '../../domain/calls/rows.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
/** Can delete blocks that are closed, and read all. */
let scheduler: TestUser;

beforeAll(async () => {
  t = await startTestApp();
  const rule = (actions: string[], condition: Row | null) =>
    makeRow(t.services, 'permissions', {
      role: 'StoreAdmin',
      resource: 'blocks',
      actions,
      readFields: ['*'],
      writeFields: [],
      condition,
    });
  await rule(['read'], null);
  await rule(['delete'], { kind: 'closed' });
  await t.services.permissions.refresh();
  admin = await t.createUser({ roles: ['Administrator'] });
  scheduler = await t.createUser({ roles: ['StoreAdmin'] });
});
afterAll(() => t.close());

const call = ({ cookie }: TestUser, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  t.app.inject({ method, url: `/api/${path}`, headers: { cookie }, ...(payload ? { payload } : {}) });
const plan = (as: TestUser, resource: string, ids: number[]) =>
  call(as, 'POST', `${resource}/actions/delete/plan`, { ids });
const remove = (as: TestUser, resource: string, ids: number[], seen?: Row) =>
  call(as, 'POST', `${resource}/actions/delete`, { ids, ...(seen && { seen }) });
const make = async (resource: string, values: Row = {}) => Number((await makeRow(t.services, resource, values)).id);
const statusOf = async (path: string) => (await call(admin, 'GET', path)).statusCode;

describe('the action that deletes records', () => {
  test('names the record, and the records that are deleted or changed with it', async () => {
    const event = await make('events', { title: 'Welding' });
    await make('prerequisites', { eventId: event });
    const answer = (await plan(admin, 'events', [event])).json<ActionPlan>();
    expect(answer).toMatchObject({ title: 'Delete event “Welding”?', button: 'Delete event', asks: true });
    expect(answer.notes[0]).toBe('It is removed from all lists. Its history is kept, and you can restore it.');
    const filter = encodeURIComponent(JSON.stringify({ eventId: event }));
    expect(answer.notes.slice(1)).toMatchObject([
      { text: 'Also deleted:', places: [{ label: 'Prerequisites: 1', to: expect.stringContaining(filter) as string }] },
    ]);
  });

  test('says beforehand what prevents it, with a link to it, and refuses it', async () => {
    const location = await make('locations');
    await make('instances', { locationId: location });
    const answer = (await plan(admin, 'locations', [location])).json<ActionPlan>();
    expect(answer.notes).toMatchObject([
      { tone: 'refusal', text: 'It cannot be deleted because it is still used:', places: [{ label: 'Sessions: 1' }] },
    ]);
    expect((await remove(admin, 'locations', [location])).statusCode).toBe(409);
    expect(await statusOf(`locations/${location}`)).toBe(200);
  });

  test('deletes several records or none, with their parts, and is undone with them', async () => {
    const ids = [await make('events'), await make('events')];
    const part = await make('prerequisites', { eventId: ids[0] ?? 0 });
    const answer = (await remove(admin, 'events', ids)).json<ActionAnswer>();
    expect(answer).toMatchObject({ ids, done: '2 events deleted' });
    expect(answer.changes.map(({ resource, id }) => [resource, id])).toEqual(ids.map((id) => ['events', id]));
    expect(await statusOf(`prerequisites/${part}`)).toBe(404);
    expect((await call(admin, 'POST', 'undo', { changes: answer.changes })).statusCode).toBe(200);
    for (const path of [`events/${ids[0]}`, `events/${ids[1]}`, `prerequisites/${part}`])
      expect(await statusOf(path), path).toBe(200);
  });

  test('is offered and allowed for the records of the rule alone', async () => {
    const closed = await make('blocks', { kind: 'closed' });
    const secret = await make('blocks', { kind: 'private' });
    const available = await call(scheduler, 'GET', `blocks/actions?ids=[${closed},${secret}]`);
    expect(available.json<AvailableActions>()['delete']).toEqual([closed]);
    expect((await plan(scheduler, 'blocks', [secret])).statusCode).toBe(404);
    expect((await remove(scheduler, 'blocks', [closed, secret])).statusCode).toBe(404);
    expect((await remove(scheduler, 'blocks', [closed])).statusCode).toBe(200);
    expect((await remove(scheduler, 'events', [await make('events')])).statusCode).toBe(403);
  });

  test('is refused where someone changed the record since it was opened', async () => {
    const event = await make('events');
    const { version } = (await call(admin, 'GET', `events/${event}`)).json<Row>();
    await call(admin, 'PUT', `events/${event}`, { title: 'Changed' });
    const refused = await remove(admin, 'events', [event], { [event]: version ?? null });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('It has changed since you opened it.');
    expect((await remove(admin, 'events', [event], { [event]: Number(version) + 1 })).statusCode).toBe(200);
  });

  test('is absent where only commands delete', async () => {
    const { actions } = t.services.model.resources.get('tickets') ?? {};
    expect(actions?.some(({ name }) => name === 'delete')).toBe(false);
    const kinds = t.services.model.resources.get('eventKinds')?.actions.map(({ name }) => name);
    expect(kinds).toEqual(['resolve']);
  });
});
