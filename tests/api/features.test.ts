import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../domain/declarations/capabilities.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { runHousekeeping, startWork, type Feature } from '../../server/feature.ts';
import { seed } from '../../server/features/demo/seed.ts';
import { FEATURES } from '../../server/features/index.ts';
import { announcePaid, drawerOf } from '../../server/features/payments/payables.ts';
import { openServices } from '../../server/open-services.ts';
import type { Services } from '../../server/services.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { makeRow } from '../factories/any-row.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';
import { startTestApp, SYSTEM, testSettings, type TestApp } from './support.ts';

const COMMAND = { command: true };
const SPECIAL_HOURS: Row = { reason: 'Backwards', startsOn: '2030-01-08', endsOn: '2030-01-07', closed: true };
const LATE_FORM: Row = { opensAt: '2030-01-08T00:00:00.000Z', closesAt: '2030-01-07T00:00:00.000Z' };
let made = 0;
const name = (): string => `made-${(made += 1)}`;
const refused = (work: Promise<unknown>): Promise<void> =>
  expect(work).rejects.toMatchObject({ problem: { status: expect.any(Number) as number } });

/** For every feature with rules, a write that one of them refuses. */
const RULES: Record<string, (services: Services) => Promise<void>> = {
  permissions: (services) => refused(makeRow(services, 'permissions', { readFields: ['no-such-field'] })),
  accounts: async (services) => {
    const { id } = await makeRow(services, 'users', { username: name(), active: true });
    await sql`insert into sessions ("tokenHash", "userId", "expiresAt", "isKiosk", ip)
      values (${name()}, ${id}, atrium_now() + interval '1 day', false, '127.0.0.1')`.execute(services.db);
    await services.engine.update(SYSTEM, 'users', Number(id), { active: false }, COMMAND);
    expect(await count(services, sql`sessions where "userId" = ${id}`)).toBe(0);
  },
  identity: async (services) => {
    await makeRow(services, 'groups', { name: name(), directoryNames: ['staff'] });
    expect(await count(services, sql`pgboss.job where name = 'identity.memberships'`)).toBeGreaterThan(0);
  },
  'personal-data': async (services) => {
    const { id = null } = await makeRow(services, 'users', { username: name(), active: false });
    await makeRow(services, 'anonymisations', { userId: id });
    await refused(services.engine.update(SYSTEM, 'users', Number(id), { active: true }, COMMAND));
  },
  messages: async (services) => {
    const { address } = await makeRow(services, 'suppressedAddresses', { address: `${name()}@CAMPUS.example` });
    expect(address).toBe(`made-${made}@campus.example`);
  },
  addresses: async (services) => {
    const { id } = await makeRow(services, 'users', { username: name(), active: true });
    await makeRow(services, 'addressChanges', { userId: Number(id), confirmedAt: null });
    await services.engine.update(SYSTEM, 'users', Number(id), { email: 'set@campus.example' }, COMMAND);
    expect(await count(services, sql`"addressChanges" where "userId" = ${id}`)).toBe(0);
  },
  passwords: async (services) => {
    const { id } = await makeRow(services, 'users', { username: name(), active: true });
    await makeRow(services, 'passwordLinks', { userId: Number(id) });
    await services.engine.update(SYSTEM, 'users', Number(id), { email: 'set@campus.example' }, COMMAND);
    expect(await count(services, sql`"passwordLinks" where "userId" = ${id}`)).toBe(0);
  },
  forms: (services) => refused(makeRow(services, 'forms', LATE_FORM)),
  requests: (services) => refused(makeRow(services, 'cannedReplies', { title: name(), text: 'Hello {nobody}' })),
  images: async (services) => {
    const file = `${String((made += 1)).padStart(20, '0')}-64x64.webp`;
    const { id } = await makeRow(services, 'images', { file });
    await makeRow(services, 'pages', { name: name(), backgroundUrl: file });
    await refused(services.engine.remove(SYSTEM, 'images', Number(id), COMMAND));
  },
  views: async (services) => {
    const page = await makeRow(services, 'pages', { name: name() });
    await sql`insert into "pageViews" ("day", "path", "pageName", "category", "views")
      values ('2030-01-07', ${`/content/static/${String(page['name'])}`}, 'A page', 'Content', 3)`.execute(services.db);
    const after = await services.engine.update(SYSTEM, 'pages', Number(page['id']), { name: name() }, COMMAND);
    expect(await count(services, sql`"pageViews" where "path" = ${`/content/static/${String(after['name'])}`}`)).toBe(
      1,
    );
  },
  settings: (services) =>
    refused(makeRow(services, 'systemSettings', { key: 'site.timezone', value: 'no such thing' })),
  registration: async (services) => {
    const ticket = await makeRow(services, 'tickets', { status: 'confirmed' });
    const { instanceId = null, userId = null } = ticket;
    await makeRow(services, 'tickets', { instanceId, userId, status: 'cancelled' });
    await refused(makeRow(services, 'tickets', { instanceId, userId, status: 'waitlisted' }));
  },
  sessions: async (services) => {
    const { system: _, ...actor } = { ...SYSTEM, capabilities: CAPABILITIES };
    const { id: locationId = null } = await makeRow(services, 'locations', { hours: null });
    const { id: eventId = null } = await makeRow(services, 'events');
    const data: Row = {
      ...{ eventId, locationId, status: 'draft', capacity: 4 },
      ...{ startsAt: '2031-03-03T15:00:00Z', endsAt: '2031-03-03T16:00:00Z' },
    };
    await services.engine.create(actor, 'instances', data);
    await refused(services.engine.create(actor, 'instances', data));
    await refused(makeRow(services, 'blocks', { rule: 'FREQ=HOURLY' }));
  },
  checkin: async (services) => {
    const account = { email: `${name()}@campus.example`, active: true };
    await makeRow(services, 'users', { ...account, username: name(), isProvisional: true });
    await makeRow(services, 'users', { ...account, username: name(), isProvisional: false });
    expect(await count(services, sql`pgboss.job where name = 'events.take-over'`)).toBeGreaterThan(0);
  },
  centers: async (services) => {
    const { id: locationId = null } = await makeRow(services, 'locations');
    await makeRow(services, 'centers', { locationId, active: true });
    await refused(makeRow(services, 'centers', { locationId, active: true }));
  },
  taps: async (services) => {
    const { id } = await makeRow(services, 'waiverTexts', {});
    const changed = await services.engine.update(SYSTEM, 'waiverTexts', Number(id), { html: '<p>Other</p>' }, COMMAND);
    expect(changed.edition).toBe(2);
  },
  rosters: async (services) => {
    const email = `${name()}@campus.example`;
    const { id = null } = await makeRow(services, 'rosterEntries', { email, studentId: null, userId: null });
    await makeRow(services, 'users', { username: name(), email: email.toUpperCase() });
    expect(await count(services, sql`"rosterEntries" where "id" = ${id} and "userId" is not null`)).toBe(1);
  },
  places: (services) => refused(makeRow(services, 'hoursExceptions', SPECIAL_HOURS)),
  content: async (services) => {
    const { id = null } = await makeRow(services, 'pages', { name: name() });
    await refused(makeRow(services, 'cards', { pageId: id, type: 'ActionCard', data: { unheard: 'of' } }));
  },
  sites: (services) => refused(makeRow(services, 'registeredSites', { url: 'mailto:someone@campus.example' })),
  search: async (services) => {
    const { id } = await makeRow(services, 'pages', { name: name(), published: true });
    expect(await count(services, sql`"searchTexts" where "pageId" = ${id}`)).toBe(1);
  },
  files: (services) =>
    refused(makeRow(services, 'gadgets', { manual: '00000000-0000-4000-8000-000000000000/1/Manual.pdf' })),
  ledger: async (services) => {
    const { id } = await makeRow(services, 'balances', { kind: 'grant' });
    expect(await count(services, sql`"ledgerAccounts" where "balanceId" = ${id}`)).toBe(1);
    await refused(services.engine.update(SYSTEM, 'balances', Number(id), { kind: 'userPurse' }, COMMAND));
  },
  store: async (services) => {
    const { id } = await makeRow(services, 'storeItems', { stock: 7 });
    expect(await count(services, sql`"stockMovements" where "itemId" = ${id} and "quantity" = 7`)).toBe(1);
  },
  till: async (services) => {
    const { id } = await makeRow(services, 'users', {});
    const actor = { ...SYSTEM, id: Number(id) };
    const till = await makeRow(services, 'tills', {});
    const opened = { tillId: Number(till['id']), cashierId: Number(id), openCashier: Number(id), state: 'open' };
    await makeRow(services, 'tillSessions', opened);
    await services.engine.transaction(async (tx) =>
      expect(await drawerOf(services, tx, actor)).toMatchObject({ account: 'drawers' }),
    );
  },
  receipts: async (services) => {
    const { id } = await makeRow(services, 'charges', { state: 'paid' });
    await services.engine.transaction((tx) => announcePaid(services, tx, Number(id)));
    expect(await count(services, sql`receipts where "chargeId" = ${id}`)).toBe(1);
  },
  departments: async (services) => {
    const { id } = await makeRow(services, 'balances', { kind: 'userPurse' });
    await refused(makeRow(services, 'departmentRules', { balanceId: Number(id) }));
  },
  links: async (services) => {
    await sql`update "siteSettings" set "showLinksManager" = false`.execute(services.db);
    const admin = { ...SYSTEM, system: undefined, capabilities: CAPABILITIES };
    const data: Row = { title: name(), url: '/content/static/somewhere', category: 'Links' };
    const { system: _, ...actor } = admin;
    await refused(services.engine.create(actor, 'links', data, COMMAND));
  },
};

async function count({ db }: Services, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*) as found from ${from}`.execute(db);
  return Number(rows[0]?.found);
}

test('every feature with rules is covered here by name', () => {
  expect(Object.keys(RULES).sort()).toEqual(
    FEATURES.filter(({ checks }) => checks)
      .map((feature) => feature.name)
      .sort(),
  );
  const names = FEATURES.map((feature) => feature.name);
  expect(new Set(names).size).toBe(names.length);
});

describe('the rules of a feature', () => {
  let t: TestApp;
  let declarations: Declarations;
  beforeAll(async () => {
    declarations = copiedDeclarations().resource('gadgets', { manual: { type: 'string', format: 'file' } });
    t = await startTestApp({ root: declarations.root });
    await syncSchema(t.services.db, t.services.model);
  });
  afterAll(async () => {
    await t.close();
    declarations.remove();
  });

  test.each(Object.keys(RULES))(
    '%s: hold for services that no HTTP server has been made for, as set-up opens them',
    async (feature) => {
      const { services, close } = await openServices(
        t.services.settings,
        t.services.model,
        String(t.services.settings.databaseUrl),
      );
      try {
        await RULES[feature]!(services);
      } finally {
        await close();
      }
    },
  );

  test.each(Object.keys(RULES))('%s: hold in a job', async (feature) => {
    const job = name();
    await new Promise<void>((resolve, reject) => {
      const run = (services: Services): Promise<void> => RULES[feature]!(services).then(resolve, reject);
      startWork([{ name: 'scratch', jobs: [{ name: job, every: 0.5, run }] }], t.services)
        .then(() => t.services.engine.transaction((tx) => t.services.jobs.enqueue(tx, job)))
        .catch(reject);
    });
  });

  test('failing housekeeping of one feature does not stop the others, and is reported', async () => {
    const remaining: string[] = [];
    const features: Feature[] = [
      { name: 'broken', housekeeping: () => Promise.reject(new Error('full')) },
      { name: 'tidy', housekeeping: async () => void remaining.push('tidy') },
    ];
    await expect(runHousekeeping(features, t.services)).rejects.toThrow('Housekeeping of broken');
    expect(remaining).toEqual(['tidy']);
  });

  test('all housekeeping runs on a database that is in use', async () => {
    await sql`insert into sessions ("tokenHash", "userId", "expiresAt", "isKiosk", ip)
      select 'over', id, atrium_now() - interval '1 day', false, '127.0.0.1' from users limit 1`.execute(t.services.db);
    await runHousekeeping(FEATURES, t.services);
    expect(await count(t.services, sql`sessions where "tokenHash" = 'over'`)).toBe(0);
  });
});

describe('the seed obeys the rules of', () => {
  let scratch: ScratchDatabase;
  let dataDir: string;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-files-'));
    await syncSchema(scratch.db, await loadModel(testSettings(dataDir, scratch.url).root), { allowLoss: false });
  });
  afterAll(async () => {
    await scratch.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const FAULTS: Record<string, (files: Declarations) => Declarations> = {
    permissions: (files) =>
      files.write('config/permissions.json', {
        rules: [{ role: 'Student', resource: 'stores', actions: ['read'], readFields: ['unheard'], writeFields: [] }],
      }),
    places: (files) => files.write('config/demo/00-fault.json', { hoursExceptions: [SPECIAL_HOURS] }),
    content: (files) =>
      files.write('config/demo/00-fault.json', {
        pages: [{ name: 'faulty', title: 'Faulty', type: 'Card', published: false }],
        cards: [
          { pageId: '@pages:name=faulty', type: 'ActionCard', title: 'Faulty', data: { unheard: 'of' }, order: 1 },
        ],
      }),
  };
  test.each(Object.keys(FAULTS))('%s', async (feature) => {
    const files = FAULTS[feature]!(copiedDeclarations());
    // No row with a picture comes before the fault.
    await rm(join(files.root, 'config', 'demo', 'images'), { recursive: true });
    const settings = { ...testSettings(dataDir, scratch.url), root: files.root };
    const { services, close } = await openServices(
      settings,
      await loadModel(join(import.meta.dirname, '..', '..')),
      scratch.url,
    );
    try {
      await refused(seed(services, { demo: true }));
    } finally {
      await close();
      files.remove();
    }
  });
});
