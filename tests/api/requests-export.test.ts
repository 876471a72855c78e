import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import {
  PDF,
  caller,
  fileField,
  formOf,
  numberField,
  publishDraft,
  publishForm,
  textField,
  startRequestsApp,
} from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let other: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, other, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const COLOR = {
  'x-field': 'Select',
  type: 'string',
  title: 'Color',
  enum: ['r', 'g'],
  'x-labels': ['Red', 'Green'],
} as const;
const color = { ...COLOR, enum: [...COLOR.enum], 'x-labels': [...COLOR['x-labels']] };

async function exported(who: RequestCaller, filter: object, names = 'true'): Promise<string[]> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: '["id","ASC"]',
    fields: 'id',
    names,
  });
  const answer = await who.call('GET', `/api/requests/submissions/export?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toContain('text/csv');
  // Excel takes the file for UTF-8 by this mark alone.
  expect(answer.body.startsWith('\uFEFF')).toBe(names === 'true');
  return answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
}

/** A form with two versions: the second adds a size and a file, and removes the note. */
async function twoVersions() {
  const note = textField({ title: 'Note' });
  const form = await publishForm(admin, formOf({ note, color }));
  const first = await student.file(form.name, { note: '=HYPERLINK("x")', color: 'r' });
  const draftSchema = formOf({ color, size: numberField({ title: 'Size, cm' }), plan: fileField({ title: 'Plan' }) });
  const saved = await admin.call('PUT', `/api/forms/${form.id}`, { draftSchema });
  const { version } = saved.json<{ version: number }>();
  expect((await publishDraft(admin, form.id, version)).statusCode).toBe(200);
  const open = await other.open(form.name);
  const file = (await other.upload(open.version.id, 'plan', 'plan, final.pdf', PDF)).json<{ id: string }>();
  const second = await other.file(form.name, { color: 'g', size: 2.5, plan: [file.id] });
  return { form, first, second };
}

describe('the export of requests', () => {
  test('has a column for each question of the versions that occur, choices by label, files by name, no formulas', async () => {
    const { form, first, second } = await twoVersions();
    expect(await exported(staff, { formId: form.id })).toEqual([
      'ID,Note,Color,"Size, cm",Plan',
      `${first.id},"'=HYPERLINK(""x"")",Red,,`,
      `${second.id},,Green,2.5,"plan, final.pdf"`,
    ]);
    expect(await exported(staff, { formId: form.id, q: 'HYPERLINK' })).toEqual([
      'ID,Note,Color',
      `${first.id},"'=HYPERLINK(""x"")",Red`,
    ]);
  });

  test('has dates and amounts as shown, or for programs', async () => {
    const form = await publishForm(
      admin,
      formOf({
        at: { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'At' },
        on: { 'x-field': 'Date', type: 'string', format: 'date', title: 'On' },
        price: { 'x-field': 'Cost', type: 'integer', title: 'Price' },
      }),
    );
    const { id } = await student.file(form.name, { at: '2031-01-25T21:00:00.000Z', on: '2031-02-01', price: 4000 });
    const [shown] = (await exported(staff, { formId: form.id })).slice(1);
    expect(shown).toMatch(/^\d+,"Jan 25, 2031, \d+(:\d+)? [AP]M","Feb 1, 2031",\$40\.00$/);
    expect((await exported(staff, { formId: form.id }, 'false')).slice(1)).toEqual([
      `${id},2031-01-25T21:00:00.000Z,2031-02-01,40.00`,
    ]);
  });

  test('names the form before each question where there are several', async () => {
    const [one, two] = [
      await publishForm(admin, formOf({ a: textField({ title: 'What' }) }), { title: 'Alpha' }),
      await publishForm(admin, formOf({ a: textField({ title: 'What' }) }), { title: 'Beta' }),
    ];
    const ids = [(await student.file(one.name, { a: 'x' })).id, (await student.file(two.name, { a: 'y' })).id];
    expect(await exported(staff, { formId: [one.id, two.id] })).toEqual([
      'ID,Alpha: What,Beta: What',
      `${ids[0]},x,`,
      `${ids[1]},,y`,
    ]);
  });

  test('contains the caller’s own requests, with answers only if they are readable', async () => {
    const { form, second } = await twoVersions();
    expect(await exported(other, { formId: form.id })).toEqual([
      'ID,Color,"Size, cm",Plan',
      `${second.id},Green,2.5,"plan, final.pdf"`,
    ]);
    await makeRow(app.services, 'permissions', {
      role: 'CalendarAdmin',
      resource: 'submissions',
      actions: ['read', 'export'],
      readFields: ['formId', 'status'],
      writeFields: [],
      condition: null,
    });
    const clerk = await caller(app, 'CalendarAdmin');
    const lines = await exported(clerk, { formId: form.id });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/Green|Red|HYPERLINK|plan, final/);
    const visitor = await app.app.inject({ method: 'GET', url: '/api/requests/submissions/export' });
    expect(visitor.statusCode).toBe(401);
    expect((await staff.call('GET', '/api/requests/submissions/export?filter={"nothing":1}')).statusCode).toBe(400);
  });
});
