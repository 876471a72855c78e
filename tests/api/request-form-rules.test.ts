import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { RequestField } from '../../domain/requests/request-form.ts';
import { addDays, dateWeekday } from '../../domain/hours/hours.ts';
import { dayOf } from '../../domain/requests/request-form-dates.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, numberField, publishForm, startRequestsApp, type RequestCaller } from './request-calls.ts';
import { SYSTEM, type TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
let today: string;
beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
  today = dayOf(app.services.clock.instant(), app.services.model.site.timezone);
});
afterAll(() => app.close());

const date = (more: Partial<RequestField> = {}): RequestField => ({
  ...{ 'x-field': 'Date', type: 'string', format: 'date', title: 'Day' },
  ...more,
});
const errorsOf = async (name: string, data: Record<string, unknown>) =>
  expectProblem(await student.trySubmit(name, data)).errors;

test('rules across answers and bounds of dates are checked by the server', async () => {
  const schema = formOf({
    from: date({ 'x-earliest': { from: '$today' } }),
    to: date({ 'x-earliest': { from: 'from', days: 1 } }),
    width: numberField(),
    height: numberField({
      'x-rules': [{ when: { field: 'height', is: 'moreThan', other: 'width' }, message: 'Turn it around' }],
    }),
  });
  const { name } = await publishForm(admin, schema);
  expect(
    Object.keys((await errorsOf(name, { from: addDays(today, -1), to: today, width: 1, height: 2 })) ?? {}),
  ).toEqual(['from', 'height']);
  expect(await errorsOf(name, { from: today, to: today, width: 2, height: 2 })).toEqual({
    to: expect.stringMatching(/^Choose .+ or later$/) as string,
  });
  await student.file(name, { from: today, to: addDays(today, 1), width: 2, height: 2 });
});

test('a place has to be open then, holidays applied', async () => {
  const hours = { weekends: false, openTimes: [0, 9, 9, 9, 9, 9, 0], closeTimes: [0, 17, 17, 17, 17, 17, 0] };
  const values = { displayName: 'Desk', buildingCode: 'X', room: '1', timezone: 'UTC', hours };
  const { engine } = app.services;
  const place = await engine.create(SYSTEM, 'locations', values, { command: true });
  const time: RequestField = { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'Pick-up' };
  const { name } = await publishForm(admin, formOf({ at: { ...time, 'x-place': place.id } }));
  const monday = addDays(today, 14 - ((dateWeekday(today) + 6) % 7));
  expect(await errorsOf(name, { at: `${monday}T02:00:00Z` })).toEqual({
    at: expect.stringMatching(/^Desk is open from 9 AM to 5 PM on /) as string,
  });
  expect(await errorsOf(name, { at: `${addDays(monday, -1)}T10:00:00Z` })).toEqual({
    at: expect.stringMatching(/^Desk is closed on /) as string,
  });
  await student.file(name, { at: `${monday}T10:00:00Z` });
  const holiday = { reason: 'Holiday', startsOn: monday, endsOn: monday, closed: true };
  await engine.create(SYSTEM, 'hoursExceptions', { ...holiday, locationId: place.id }, { command: true });
  expect(await errorsOf(name, { at: `${monday}T10:00:00Z` })).toEqual({
    at: expect.stringMatching(/\(Holiday\)$/) as string,
  });
});

test('a changed request can keep a date that has passed since', async () => {
  const { name } = await publishForm(
    admin,
    formOf({ day: date({ 'x-earliest': { from: '$today' } }), n: numberField() }),
  );
  const { id, formVersion } = await student.file(name, { day: today, n: 1 });
  await staff.moved(id, 'Submitted', 'InProcess');
  await staff.moved(id, 'InProcess', 'CustomerActionNeeded', { reason: 'How many?' });
  // As if it had been submitted some days ago.
  const past = addDays(today, -3);
  await sql`update "submissions" set "data" = ${JSON.stringify({ day: past, n: 1 })}::jsonb where "id" = ${id}`.execute(
    app.services.db,
  );
  const open = await student.call('GET', `/api/requests/form?form=${name}&submission=${id}`);
  expect(open.json<OpenForm>().submitted).toEqual({ day: past, n: 1 });
  const resubmit = (data: object) =>
    student.call('POST', `/api/requests/submissions/${id}/resubmit`, {
      ...{ formVersionId: formVersion.id, data, from: 'CustomerActionNeeded' },
    });
  expect((await resubmit({ day: addDays(past, 1), n: 2 })).statusCode).toBe(422);
  expect((await resubmit({ day: past, n: 2 })).statusCode).toBeLessThan(300);
});

test('several choices and other texts are exported as people read them', async () => {
  const choices = () => ({ enum: ['pla', 'petg'], 'x-labels': ['PLA', 'PETG'], 'x-other': true as const });
  const schema = formOf({
    several: {
      'x-field': 'MultiSelect',
      type: 'array',
      title: 'Several',
      ...choices(),
    },
    one: {
      'x-field': 'Select',
      type: 'string',
      title: 'One',
      ...choices(),
    },
  });
  const { name } = await publishForm(admin, schema);
  expect(await errorsOf(name, { several: [''], one: '' })).toEqual({
    several: 'Enter text for “Other”, or deselect it',
    one: 'Enter text for “Other”, or choose another option',
  });
  const { id } = await student.file(name, { several: ['petg', 'Oak'], one: 'Ash' });
  const filter = encodeURIComponent(JSON.stringify({ id }));
  const csv = await staff.call('GET', `/api/requests/submissions/export?filter=${filter}`);
  expect(csv.body).toContain('PETG; Oak');
  expect(csv.body).toContain('Ash');
});
