import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORM_LIMITS } from '../../domain/requests/request-form.ts';
import type { FormPreview } from '../../domain/calls/forms.ts';
import { makeRow } from '../factories/any-row.ts';
import { hostileForms } from '../factories/hostile-forms.ts';
import { longestAllowed, longestBlock } from '../factories/longest-block.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.createUser({ roles: ['Administrator'] });
});
afterAll(() => t.close());

/**
 * Sends each of the bodies and returns the status codes; none may keep the event loop from serving others. What is compiled or read at
 * first use is not counted: a body that takes long is sent again, as `bodies` makes it for the next attempt, so that nothing is remembered.
 */
async function sendAll(url: string, bodies: (attempt: number) => readonly object[], user = admin): Promise<number[]> {
  const statuses: number[] = [];
  for (const index of bodies(0).keys()) {
    let longest = Infinity;
    let allowed = longestAllowed();
    for (let attempt = 0; attempt < 8 && longest >= allowed; attempt += 1) {
      const payload = Buffer.from(JSON.stringify(bodies(attempt)[index]));
      const headers = { cookie: user.cookie, 'content-type': 'application/json' };
      const block = await longestBlock(async () => {
        statuses[index] = (await t.app.inject({ method: 'POST', url, headers, payload })).statusCode;
      });
      longest = Math.min(longest, block);
      allowed = Math.max(allowed, longestAllowed());
    }
    expect(longest, `${url} ${JSON.stringify(bodies(0)[index]).slice(0, 200)}`).toBeLessThan(allowed);
  }
  return statuses;
}

const RULES = [
  'FREQ=YEARLY;INTERVAL=99;COUNT=730',
  'FREQ=YEARLY;COUNT=730',
  'FREQ=YEARLY;INTERVAL=99;BYMONTH=2;BYMONTHDAY=29;COUNT=730',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31;COUNT=2',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=DAILY;INTERVAL=99;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=730',
  'FREQ=DAILY;BYMONTHDAY=-31,-1,1,15,28,29,30,31;BYDAY=FR',
  'FREQ=WEEKLY;INTERVAL=99;BYMONTH=1;BYDAY=TU;COUNT=730',
  'FREQ=MONTHLY;INTERVAL=99;BYDAY=5FR;BYMONTH=2;COUNT=9',
  'FREQ=YEARLY;INTERVAL=99;BYDAY=53TH,-53TH;COUNT=730',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366,-366;COUNT=730',
  'FREQ=DAILY;BYMONTH=12;BYSETPOS=366;UNTIL=99991231',
  'FREQ=SECONDLY;COUNT=730',
  `FREQ=DAILY;BYMONTHDAY=${Array.from({ length: 50_000 }, () => 1).join()}`,
  `FREQ=DAILY;${'BYMONTH=1;'.repeat(20_000)}`,
  'x'.repeat(200_000),
];
const ZONES = ['Africa/Casablanca', 'America/Chicago', 'Australia/Lord_Howe', 'Europe/Riga'];

describe('a recurrence rule keeps no one waiting', () => {
  test('of a block', async () => {
    for (const timezone of ZONES) {
      const place = await makeRow(t.services, 'locations', { timezone });
      const block = (rule: string, attempt: number) => ({
        title: 'Closed',
        locationId: place.id,
        startsAt: `2024-02-29T14:0${attempt}:00Z`,
        endsAt: '2024-02-29T15:00:00Z',
        rule,
        exceptDates: Array.from({ length: 300 }, (_, at) => `21${String(at % 100).padStart(2, '0')}-02-28`),
      });
      const statuses = await sendAll('/api/blocks', (attempt) => RULES.map((rule) => block(rule, attempt)));
      expect(statuses.every((status) => status === 400)).toBe(true);
    }
  });

  test('of sessions that are planned', async () => {
    const place = await makeRow(t.services, 'locations', { timezone: 'Asia/Jerusalem' });
    const question = (rule: string, attempt: number) => ({
      ...{ startsAt: `2028-02-29T14:0${attempt}:00Z`, endsAt: '2028-02-29T15:00:00Z' },
      ...{ locationId: place.id, instructorIds: [], rule },
    });
    const statuses = await sendAll('/api/scheduling/sessions/plan', (attempt) =>
      RULES.map((rule) => question(rule, attempt)),
    );
    expect(statuses[0]).toBe(400);
    expect(statuses.some((status) => status >= 500)).toBe(false);
  });
});

describe('sessions that are planned keep no one waiting', () => {
  const at = (minutes: number) => new Date(Date.UTC(2028, 1, 1, 16) + minutes * 60_000).toISOString();
  const DAY = 24 * 60;
  const instructorIds = Array.from({ length: 100 }, (_, index) => index + 1);
  const daily = 'FREQ=DAILY';
  const plan = (question: object) =>
    sendAll('/api/scheduling/sessions/plan', () => [{ locationId: null, instructorIds, rule: daily, ...question }]);

  test('however long they are', async () => {
    const place = await makeRow(t.services, 'locations', { timezone: 'Asia/Jerusalem' });
    const lasting = (days: number) => ({ startsAt: at(0), endsAt: at(days * DAY), locationId: place.id });
    expect(await plan(lasting(30))).toEqual([200]);
    expect(await plan(lasting(300))).toEqual([200]);
    expect(await plan({ ...lasting(300_000), rule: null })).toEqual([400]);
    const event = await makeRow(t.services, 'events', {});
    const session = { ...lasting(300_000), eventId: event.id, status: 'draft', capacity: 5 };
    expect(await sendAll('/api/instances', () => [session])).toEqual([400]);
  });

  test('however many dates and instructors they have', async () => {
    const dates = Array.from({ length: 60 }, (_, index) => ({ startsAt: at(index * 60), endsAt: at(index * 60 + 30) }));
    expect(await plan({ startsAt: at(0), endsAt: at(59 * 60 + 30), dates })).toEqual([200]);
  });

  test('however many blocks recur at their place', async () => {
    const place = await makeRow(t.services, 'locations', { timezone: 'Asia/Jerusalem' });
    for (let index = 0; index < 100; index += 1)
      await makeRow(t.services, 'blocks', {
        locationId: Number(place.id),
        startsAt: `2025-01-01T0${index % 10}:00:00Z`,
        endsAt: '2025-01-30T12:00:00Z',
        rule: daily,
      });
    const session = { startsAt: at(0), endsAt: at(60), locationId: place.id };
    for (const rule of [daily, 'FREQ=MONTHLY', 'FREQ=YEARLY']) expect(await plan({ ...session, rule })).toEqual([200]);
  });
});

const times = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const line = (index: number) => `${100_000 + index},Person ${index},person${index}@campus.example\n`;
const ROSTER = `Student ID,Name,Email\n${Array.from({ length: 20_000 }, (_, index) => line(index)).join('')}`;

describe('a file keeps no one waiting', () => {
  test('that is a hostile roster', async () => {
    const row = await makeRow(t.services, 'classes', { instructorId: null, number: '1', active: true });
    const texts = ['\n', ',', '"', ' ', '",', '\r', '"a,""b', 'a,b\n', `${'a,'.repeat(999)}\n`].map((part) => ({
      text: `Name,Email\n${times(part, 5_000_000)}`,
    }));
    const statuses = await sendAll(`/api/rosters/${String(row.id)}/plan`, () => texts);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('that is a roster of 20,000 people, and one person more is refused', async () => {
    const row = await makeRow(t.services, 'classes', { instructorId: null, number: '2', active: true });
    const url = `/api/rosters/${String(row.id)}/plan`;
    expect(await sendAll(url, () => [{ text: ROSTER }])).toEqual([200]);
    const send = async (text: string) =>
      (await t.app.inject({ method: 'POST', url, headers: { cookie: admin.cookie }, payload: { text } })).json();
    expect(await send(ROSTER)).toMatchObject({ lines: 20_000, fault: null, counts: { added: 20_000 } });
    expect(await send(ROSTER + line(20_000))).toMatchObject({ fault: 'It has more than 20,000 lines.' });
  });

  test('that is HTML of the largest size', async () => {
    const parts = ['<p>', '<div>', '<b>', '&', '&lt;', '<a href="https://x.example/">', '<table><tr><td>', '<ul><li>'];
    const page = (part: string, attempt: number) => ({
      ...{ name: `p${attempt}-${part.length}-${part.charCodeAt(1)}`, title: 'Long', type: 'Standard' },
      data: times(part, 195_000 + attempt),
    });
    const statuses = await sendAll('/api/pages', (attempt) => parts.map((part) => page(part, attempt)));
    expect(statuses.filter((status) => status !== 201 && status !== 400)).toEqual([]);
  });

  test('that is JSON of many values', async () => {
    const bodies = [{ data: times('[],', 900_000) }, { ids: Array.from({ length: 200_000 }, (_, id) => id) }];
    const statuses = await sendAll('/api/categories', () => [
      ...bodies,
      { name: Array.from({ length: 90_000 }, () => ({})) },
    ]);
    expect(statuses).toEqual([400, 413, 400]);
  });
});

describe('a request form keeps no one waiting', () => {
  test('that is hostile', async () => {
    const forms = hostileForms().map(([, draftSchema]) => ({ name: 'hostile', title: 'Hostile', draftSchema }));
    const statuses = await sendAll('/api/forms', () => forms);
    expect(statuses.filter((status) => status !== 400 && status !== 413)).toEqual([]);
  });

  test('that is as large as one can be', async () => {
    const form = await makeRow(t.services, 'forms', {});
    const names = Array.from({ length: FORM_LIMITS.fields }, (_, index) => `p${index}`);
    const schema = (attempt: number) => ({
      ...{ type: 'object', additionalProperties: false, required: names, 'x-order': names },
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          {
            ...{ 'x-field': 'Select', type: 'string', title: `Choice ${attempt}` },
            enum: Array.from({ length: 100 }, (_, option) => `${name} ${option}`),
          },
        ]),
      ),
    });
    let longest = Infinity;
    let allowed = longestAllowed();
    for (let attempt = 0; attempt < 8 && longest >= allowed; attempt += 1) {
      const headers = { cookie: admin.cookie };
      const url = `/api/forms/${String(form.id)}/preview`;
      const preview = await t.app.inject({ method: 'POST', url, headers, payload: { schema: schema(attempt) } });
      const { validator } = preview.json<FormPreview>();
      const block = await longestBlock(async () => {
        expect((await t.app.inject({ url: String(validator), headers })).statusCode).toBe(200);
      });
      longest = Math.min(longest, block);
      allowed = Math.max(allowed, longestAllowed());
    }
    expect(longest).toBeLessThan(allowed);
  });
});
