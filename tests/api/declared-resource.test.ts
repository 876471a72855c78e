import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientModel } from '../../domain/declarations/client-model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { buildApp } from '../../server/app.ts';
import { seed } from '../../server/features/demo/seed.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { SchemaSyncRefused, syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';
import { PASSWORD, testSettings } from './support.ts';

/** A server that is restarted on the same database, as after a change of declarations. */
let declarations: Declarations;
let scratch: ScratchDatabase;
let dataDir: string;
let app: FastifyInstance;
let stop: () => Promise<void>;
let cookie: string;

async function start(allowLoss = false): Promise<void> {
  const model = await loadModel(declarations.root);
  await syncSchema(scratch.db, model, { allowLoss });
  const { services, close } = await openServices(testSettings(dataDir, scratch.url), model, scratch.url);
  await seed(services, { demo: true });
  app = await buildApp(services);
  stop = async () => {
    await app.close();
    await close();
  };
  cookie = await logIn('administrator');
}

async function logIn(username: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
  const session = (await app.inject({ method: 'POST', url: '/api/Login', headers: { authorization }, payload: {} }))
    .cookies[0];
  if (!session) throw new Error(`${username} could not log in.`);
  return `${session.name}=${session.value}`;
}

async function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  as = cookie,
): Promise<{ status: number; body: unknown; text: string }> {
  const answer = await app.inject({
    method,
    url,
    headers: { cookie: as, 'sec-fetch-site': 'same-origin' },
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.headers['content-type']?.includes('json') ? answer.json() : answer.body,
  };
}

const filter = (value: object): string => encodeURIComponent(JSON.stringify(value));

async function declared(name: string): Promise<ClientModel['resources'][number]> {
  const model = (await call('GET', '/api/model')).body as ClientModel;
  const found = model.resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`${name} is not in the model.`);
  return found;
}

const BOOKING: Record<string, PropertySchema> = {
  title: { type: 'string', title: 'What for', maxLength: 80, 'x-search': true },
  locationId: { type: 'integer', title: 'Room', 'x-reference': 'locations' },
  seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 50 },
  day: { type: 'string', format: 'date', title: 'Day' },
};

function declare(properties: Record<string, PropertySchema>, columns: string[]): void {
  declarations.resource('bookings', properties, {
    schema: { $schema: '../meta/resource.json', title: 'Booking', required: ['title', 'locationId'] },
    config: {
      $schema: '../../schemas/meta/resource-config.json',
      label: 'Bookings',
      icon: 'calendar',
      list: { columns, filters: ['q', 'locationId'], sort: ['day', 'ASC'] },
    },
  });
}

beforeAll(async () => {
  declarations = copiedDeclarations();
  scratch = await scratchDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'atrium-files-'));
  await start();
});

afterAll(async () => {
  await stop();
  await scratch.drop();
  declarations.remove();
  await rm(dataDir, { recursive: true, force: true });
});

describe('an administrator who changes nothing but declarations', () => {
  it('adds a resource by two files', async () => {
    await stop();
    declare(BOOKING, ['title', 'locationId', 'seats']);
    await start();
    const created = await call('POST', '/api/bookings', {
      title: 'Robot club',
      locationId: 1,
      seats: 12,
      day: '2027-03-01',
    });
    expect(created).toMatchObject({ status: 201, body: { title: 'Robot club', seats: 12, version: 1 } });
    expect(await call('POST', '/api/bookings', { title: 'Too many', locationId: 1, seats: 51 })).toMatchObject({
      status: 400,
      body: { errors: { seats: expect.anything() as unknown } },
    });
    expect((await call('GET', `/api/bookings?filter=${filter({ q: 'rob', seats_gte: 10 })}`)).body).toHaveLength(1);
    expect((await call('GET', '/api/bookings/export')).text).toContain('Robot club');
    expect((await call('GET', '/api/openapi.json')).body).toMatchObject({
      paths: { '/api/bookings': expect.anything() as unknown },
    });
    const resource = await declared('bookings');
    expect(resource.fields.map((field) => field.name)).toEqual(expect.arrayContaining(Object.keys(BOOKING)));
    expect(resource.config).toMatchObject({
      path: '/admin/bookings',
      list: { columns: ['title', 'locationId', 'seats'] },
    });
  });

  it('permits it to a role by a rule', async () => {
    const student = await logIn('student');
    expect((await call('GET', '/api/bookings', undefined, student)).status).toBe(403);
    await call('POST', '/api/permissions', {
      role: 'Student',
      resource: 'bookings',
      actions: ['read'],
      readFields: ['title', 'seats'],
      writeFields: [],
    });
    expect((await call('GET', '/api/bookings', undefined, student)).body).toEqual([
      { id: 1, version: 1, title: 'Robot club', seats: 12 },
    ]);
  });

  it('adds a field by one property', async () => {
    await stop();
    declare({ ...BOOKING, status: { type: 'string', title: 'Status', enum: ['asked', 'agreed'], default: 'asked' } }, [
      'title',
      'locationId',
      'seats',
    ]);
    await start();
    expect((await call('GET', `/api/bookings?filter=${filter({ status: 'asked' })}`)).body).toMatchObject([
      { title: 'Robot club', status: 'asked' },
    ]);
    const resource = await declared('bookings');
    expect(resource.fields.find((field) => field.name === 'status')).toMatchObject({
      kind: 'enum',
      options: [
        { value: 'asked', label: 'Asked' },
        { value: 'agreed', label: 'Agreed' },
      ],
    });
    expect(resource.config.form.flatMap((section) => section.fields)).toContain('status');
    expect(resource.formSchema.create.properties.status).toMatchObject({ enum: ['asked', 'agreed'] });
  });

  it('renames a field and keeps its values, its permission and its history', async () => {
    await call('PUT', '/api/bookings/1', { seats: 14 });
    await stop();
    const { seats, ...others } = BOOKING;
    declare(
      {
        ...others,
        places: { ...seats!, title: 'Places', 'x-was': 'seats' },
        status: { type: 'string', enum: ['asked', 'agreed'], default: 'asked' },
      },
      ['title', 'places'],
    );
    await start();
    expect((await call('GET', '/api/bookings/1', undefined, await logIn('student'))).body).toEqual({
      id: 1,
      version: 2,
      title: 'Robot club',
      places: 14,
    });
    const history = (await call('GET', '/api/bookings/1/history')).body as {
      changes: { field: string; before: unknown; after: unknown }[];
    }[];
    expect(history[0]?.changes).toEqual([expect.objectContaining({ field: 'places', before: 12, after: 14 })]);
  });

  it('cannot remove a field by accident', async () => {
    await stop();
    const { seats, ...others } = BOOKING;
    declare({ ...others, places: { ...seats!, 'x-was': 'seats' } }, ['title', 'places']);
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaSyncRefused);
    expect((refused as Error).message).toContain('bookings.status: Remove "status": 1 record would lose its value');
    await start(true);
    expect((await call('GET', '/api/bookings/1')).body).not.toHaveProperty('status');
    expect((await call('GET', `/api/bookings?filter=${filter({ status: 'asked' })}`)).status).toBe(400);
  });
});
