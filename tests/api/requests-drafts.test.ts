import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Submit, SubmissionDetail } from '../../domain/calls/requests.ts';
import type { Draft, SaveDraft } from '../../domain/calls/request-drafts.ts';
import type { RequestField } from '../../domain/requests/request-form.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishDraft, publishForm, textField, startRequestsApp } from './request-calls.ts';
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

const CONSENT: RequestField = { 'x-field': 'Boolean', type: 'boolean', title: 'I agree' };
const COST: RequestField = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 0, maximum: 100_000 };
const FREE = formOf({ note: textField(), size: textField() });
const PAID = formOf({ note: textField(), agree: CONSENT, cost: COST }, ['agree', 'cost']);

/** A free form that is republished with a price and a consent. */
async function republished(begin: (formId: number, versionId: number) => Promise<unknown>, draftDays?: number) {
  const form = await publishForm(admin, FREE);
  const first = (await student.open(form.name)).version;
  await begin(form.id, first.id);
  const { number } = await publishAgain(form.id, PAID, 'DirectCostInput', draftDays);
  const second = (await student.open(form.name)).version;
  expect([first.number, second.number, number]).toEqual([1, 2, 2]);
  return { ...form, first, second };
}

async function publishAgain(formId: number, draftSchema: object, costType: string, draftDays?: number) {
  const saved = await admin.call('PUT', `/api/forms/${formId}`, { draftSchema, costType });
  const { version } = saved.json<{ version: number }>();
  const published = await publishDraft(admin, formId, version, draftDays === undefined ? {} : { draftDays });
  expect(published.statusCode, published.body).toBe(200);
  return published.json<{ result: [{ number: number }] }>().result[0];
}

function keep(who: RequestCaller, formId: number, body: SaveDraft, more = '') {
  return who.call('PUT', `/api/requests/drafts/${formId}${more}`, body);
}

function submit(who: RequestCaller, body: Submit, key: string = randomUUID()) {
  return who.call('POST', '/api/requests/submissions', body, { 'idempotency-key': key });
}

function expectCode(answer: LightMyRequestResponse, code: string): void {
  expect(answer.statusCode, answer.body).toBe(409);
  expect(expectProblem(answer).code).toBe(code);
}

describe('an earlier version of a form', () => {
  test('accepts no draft that was not begun on it, and no request', async () => {
    const { id, name, first, second } = await republished(() => Promise.resolve());
    const old: SaveDraft = { formVersionId: first.id, data: { note: 'cheap' } };
    expectCode(await keep(student, id, old), 'requests.form-changed');
    expectCode(await submit(student, old), 'requests.form-changed');
    expectCode(await submit(student, { ...old, comparedWith: second.id }), 'requests.form-changed');
    await keep(student, id, { formVersionId: second.id, data: { note: 'dear' } });
    expectCode(await keep(student, id, { ...old, base: { version: 1, data: {} } }), 'requests.form-changed');
    expectCode(await submit(student, { ...old, comparedWith: second.id }), 'requests.form-changed');
    expect((await student.open(name)).earlier).toBeNull();
  });

  test('can be finished by those who began on it, once compared with the current one, at its price', async () => {
    const begun = await republished((id, formVersionId) =>
      keep(student, id, { formVersionId, data: { note: 'begun' } }),
    );
    const opened = await student.open(begun.name);
    expect(opened.earlier).toMatchObject({
      version: { number: 1, costType: 'Free' },
      data: { note: 'begun' },
      finishUntil: expect.stringMatching(/Z$/),
    });
    expect(opened.version).toMatchObject({ number: 2, costType: 'DirectCostInput' });
    const days = (Date.parse(opened.earlier?.finishUntil ?? '') - app.services.clock.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    const base = { version: 1, data: { note: 'begun' } };
    const more = await keep(student, begun.id, { formVersionId: begun.first.id, data: { note: 'done' }, base });
    expect(more.statusCode, more.body).toBe(200);
    const body: Submit = { formVersionId: begun.first.id, data: { note: 'done' } };
    expectCode(await submit(student, body), 'requests.not-compared');
    expectCode(await submit(student, { ...body, comparedWith: begun.first.id }), 'requests.not-compared');
    expectCode(await submit(other, { ...body, comparedWith: begun.second.id }), 'requests.form-changed');
    const key = randomUUID();
    const filed = await submit(student, { ...body, comparedWith: begun.second.id }, key);
    expect(filed.statusCode, filed.body).toBe(201);
    expect(filed.json<SubmissionDetail>()).toMatchObject({ costType: 'Free', formVersion: { number: 1 } });
    const again = await submit(student, { ...body, comparedWith: begun.second.id }, key);
    expect(again.json<SubmissionDetail>().id).toBe(filed.json<SubmissionDetail>().id);
    expectCode(await submit(student, { ...body, comparedWith: begun.second.id }), 'requests.form-changed');
  });

  test('has to be compared again when there is yet another one', async () => {
    const begun = await republished((id, formVersionId) => keep(student, id, { formVersionId, data: { note: 'x' } }));
    await publishAgain(begun.id, formOf({ note: textField(), cost: COST }, ['cost']), 'DirectCostInput');
    const body = { formVersionId: begun.first.id, data: { note: 'x' } };
    expectCode(await submit(student, { ...body, comparedWith: begun.second.id }), 'requests.not-compared');
    const third = (await student.open(begun.name)).version;
    expect((await submit(student, { ...body, comparedWith: third.id })).statusCode).toBe(201);
  });

  test('can be ended by the publisher immediately', async () => {
    const at = await republished((id, formVersionId) => keep(student, id, { formVersionId, data: { note: 'x' } }), 0);
    const body = { formVersionId: at.first.id, data: { note: 'x' }, comparedWith: at.second.id };
    expect((await student.open(at.name)).earlier).toMatchObject({ finishUntil: null, data: { note: 'x' } });
    expectCode(await submit(student, body), 'requests.form-changed');
    const base = { version: 1, data: { note: 'x' } };
    const late = await keep(student, at.id, { formVersionId: at.first.id, data: { note: 'y' }, base });
    expectCode(late, 'requests.form-changed');
  });

  test('stays open as long as the form says', async () => {
    const form = await publishForm(admin, FREE, { draftDays: 3 });
    const { version } = await student.open(form.name);
    await keep(student, form.id, { formVersionId: version.id, data: { note: 'x' } });
    await publishAgain(form.id, PAID, 'DirectCostInput');
    const opened = await student.open(form.name);
    const days = (Date.parse(opened.earlier?.finishUntil ?? '') - app.services.clock.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    await sql`update "formVersions" set "earlierDraftsUntil" = "publishedAt" where "id" = ${opened.version.id}`.execute(
      app.services.db,
    );
    const body = { formVersionId: version.id, data: { note: 'x' }, comparedWith: opened.version.id };
    expectCode(await submit(student, body), 'requests.form-changed');
  });

  test('can be left for the current one with the answers that are valid there', async () => {
    const begun = await republished((id, formVersionId) =>
      keep(student, id, { formVersionId, data: { note: 'kept', size: 'gone' } }),
    );
    const { draft } = await student.open(begun.name);
    expect(draft).toMatchObject({ formVersionId: begun.first.id, version: 1, data: { note: 'kept' } });
    const data = { note: 'kept', cost: 500 };
    const moved = await keep(student, begun.id, {
      formVersionId: begun.second.id,
      data,
      base: { version: 1, data: { note: 'kept' } },
    });
    expect(moved.json<Draft>()).toMatchObject({ formVersionId: begun.second.id, version: 2, data });
    const back = { formVersionId: begun.first.id, data: { note: 'back' }, base: { version: 2, data } };
    expectCode(await keep(student, begun.id, back), 'requests.form-changed');
    expect((await student.open(begun.name)).earlier).toBeNull();
    const filed = await submit(student, {
      formVersionId: begun.second.id,
      data: { ...data, agree: true },
      draftVersion: 2,
    });
    expect(filed.json<SubmissionDetail>()).toMatchObject({ costCents: 500, formVersion: { number: 2 } });
  });

  test('is the only version on which its requests can be resubmitted', async () => {
    const form = await publishForm(admin, FREE);
    const { id, formVersion } = await student.file(form.name, { note: 'first' });
    await publishAgain(form.id, PAID, 'DirectCostInput');
    await staff.moved(id, 'Submitted', 'CustomerActionNeeded', { reason: 'More, please' });
    const current = (await student.open(form.name)).version;
    const more = `?submission=${id}`;
    expectCode(
      await keep(student, form.id, { formVersionId: current.id, data: { note: 'x' } }, more),
      'requests.form-changed',
    );
    expect(
      (await keep(student, form.id, { formVersionId: formVersion.id, data: { note: 'x' } }, more)).statusCode,
    ).toBe(200);
    const from = 'CustomerActionNeeded';
    const again = (formVersionId: number) =>
      student.call('POST', `/api/requests/submissions/${id}/resubmit`, { formVersionId, data: { note: 'x' }, from });
    expectCode(await again(current.id), 'requests.form-changed');
    expect((await again(formVersion.id)).json<SubmissionDetail>()).toMatchObject({ costType: 'Free' });
  });
});

describe('a draft in two places', () => {
  async function begun(data: Draft['data'] = { note: 'a', size: 'b' }) {
    const form = await publishForm(admin, FREE);
    const formVersionId = (await student.open(form.name)).version.id;
    const first = (await keep(student, form.id, { formVersionId, data })).json<Draft>();
    const put = (changed: Draft['data'], base: SaveDraft['base'] = first) =>
      keep(student, form.id, {
        formVersionId,
        data: changed,
        ...(base ? { base: { version: base.version, data: base.data } } : {}),
      });
    return { form, formVersionId, first, put };
  }
  const stored = async (name: string) => (await student.open(name)).draft;

  test('has the changes of both when they are of different fields', async () => {
    const { form, put } = await begun();
    expect((await put({ note: 'one', size: 'b' })).json<Draft>()).toMatchObject({ version: 2 });
    const second = await put({ note: 'a', size: 'two' });
    expect(second.json<Draft>()).toMatchObject({ version: 3, data: { note: 'one', size: 'two' } });
    expect((await stored(form.name))?.data).toEqual({ note: 'one', size: 'two' });
  });

  test('lacks an answer that one of them cleared', async () => {
    const { put } = await begun();
    await put({ size: 'b' });
    expect((await put({ note: 'a', size: 'two' })).json<Draft>().data).toEqual({ size: 'two' });
  });

  test('keeps the first change of a field and asks about the second', async () => {
    const { form, put } = await begun();
    await put({ note: 'one', size: 'b' });
    const refused = await put({ note: 'two', size: 'mine' });
    expectCode(refused, 'requests.draft-conflict');
    const { current, errors } = expectProblem(refused);
    expect(Object.keys(errors ?? {})).toEqual(['note']);
    expect(current).toMatchObject({ version: 2, data: { note: 'one', size: 'b' } });
    expect((await stored(form.name))?.data).toEqual({ note: 'one', size: 'b' });
    const chosen = await put({ note: 'two', size: 'mine' }, current as unknown as Draft);
    expect(chosen.json<Draft>()).toMatchObject({ version: 3, data: { note: 'two', size: 'mine' } });
  });

  test('loses nothing to a client that sends no base', async () => {
    const { form, put, formVersionId } = await begun();
    expectCode(await keep(student, form.id, { formVersionId, data: { note: 'other' } }), 'requests.draft-conflict');
    await keep(student, form.id, { formVersionId, data: { note: 'a' } });
    expect((await stored(form.name))?.data).toEqual({ note: 'a', size: 'b' });
    expect((await put({ note: 'n', size: 's' }, { version: 99, data: { note: 'a', size: 'b' } })).statusCode).toBe(200);
  });

  test('saved concurrently from many places has all changes', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
    const form = await publishForm(admin, formOf(Object.fromEntries(names.map((name) => [name, textField()]))));
    const formVersionId = (await student.open(form.name)).version.id;
    const answers = await Promise.all(
      names.map((name) => keep(student, form.id, { formVersionId, data: { [name]: name } })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect((await stored(form.name))?.data).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  test('is not recreated by a tab that has not noticed its submission or removal', async () => {
    const { form, put } = await begun();
    await student.call('DELETE', `/api/requests/drafts/${form.id}`);
    expectCode(await put({ note: 'late', size: 'b' }), 'requests.draft-gone');
    expect(await stored(form.name)).toBeNull();
  });

  test("is not submitted without the other tab's changes", async () => {
    const { form, put, formVersionId } = await begun();
    await put({ note: 'a', size: 'added' });
    const data = { note: 'a', size: 'b' };
    const late = await submit(student, { formVersionId, data, draftVersion: 1 });
    expectCode(late, 'requests.draft-conflict');
    expect(expectProblem(late).current).toMatchObject({ version: 2, data: { size: 'added' } });
    expect((await submit(student, { formVersionId, data, draftVersion: 2 })).statusCode).toBe(201);
    expectCode(await submit(student, { formVersionId, data, draftVersion: 2 }), 'requests.draft-gone');
    expect(await stored(form.name)).toBeNull();
  });

  test('of changed answers is merged as well, from the answers that were submitted', async () => {
    const form = await publishForm(admin, FREE);
    const { id, formVersion } = await student.file(form.name, { note: 'a', size: 'b' });
    await staff.moved(id, 'Submitted', 'CustomerActionNeeded', { reason: 'More, please' });
    const base = { version: 0, data: { note: 'a', size: 'b' } };
    const put = (data: Draft['data']) =>
      keep(student, form.id, { formVersionId: formVersion.id, data, base }, `?submission=${id}`);
    await put({ note: 'one', size: 'b' });
    expect((await put({ note: 'a', size: 'two' })).json<Draft>().data).toEqual({ note: 'one', size: 'two' });
    const resubmit = (draftVersion: number) =>
      student.call('POST', `/api/requests/submissions/${id}/resubmit`, {
        formVersionId: formVersion.id,
        data: { note: 'one', size: 'two' },
        from: 'CustomerActionNeeded',
        draftVersion,
      });
    expectCode(await resubmit(1), 'requests.draft-conflict');
    expect((await resubmit(2)).statusCode).toBe(200);
  });
});
