import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let callers: TestUser[];
beforeAll(async () => {
  t = await startTestApp();
  callers = [];
  for (const roles of [['Administrator'], ['EventProcessor'], ['EventAdmin']])
    callers.push(await t.createUser({ roles: [...roles] }));
  await makeRow(t.services, 'tickets', { userId: callers[0]!.id });
});
afterAll(() => t.close());

const get = (url: string, { cookie }: TestUser) => t.app.inject({ url: `/api/${url}`, headers: { cookie } });

test('fields for the server’s own use are neither read, filtered nor sorted by, even with "*"', async () => {
  const inner = [...t.services.model.resources.values()].flatMap(({ name, config, fields }) =>
    config.internal
      ? []
      : fields.flatMap((field) => (field.schema['x-internal'] === true ? [[name, field.name] as const] : [])),
  );
  expect(inner.length).toBeGreaterThan(4);
  for (const [resource, field] of inner)
    for (const caller of callers) {
      const list = await get(resource, caller);
      if (list.statusCode !== 200) continue;
      for (const row of list.json<Row[]>()) expect(row, `${resource}.${field}`).not.toHaveProperty(field);
      for (const query of [
        `filter=${encodeURIComponent(JSON.stringify({ [`${field}_null`]: false }))}`,
        `sort=${encodeURIComponent(JSON.stringify([field, 'ASC']))}`,
      ])
        expect((await get(`${resource}?${query}`, caller)).statusCode, `${resource}?${query}`).toBe(400);
    }
});

test('a name keeps neither line breaks nor marks of the writing direction, regardless of its author', async () => {
  const [admin] = callers as [TestUser];
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { cookie: admin.cookie },
    payload: { username: 'line.breaks', displayName: 'x\r\nBcc: evil@example.org\u202e', active: true, roles: [] },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json()).toMatchObject({ displayName: 'x Bcc: evil@example.org' });
  const event = await makeRow(t.services, 'events', { title: 'Laser\n\u2066basics' });
  expect(event).toMatchObject({ title: 'Laser basics' });
});
