import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { FormPreview } from '../../domain/calls/forms.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { hostileForms } from '../factories/hostile-forms.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishDraft, publishForm, textField, startRequestsApp } from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';
import { processorTime } from '../factories/processor-time.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const NOTE = formOf({ note: textField() });

describe('starter forms', () => {
  test('are published on the first run, for everyone with an account', async () => {
    for (const name of [
      'poster-printing',
      '3d-printing',
      'laser-cutting',
      'software-license',
      'equipment-loan',
      'general-question',
    ]) {
      const { version, closed, group } = await student.open(name);
      expect(version.number).toBe(1);
      expect(closed).toBeNull();
      expect(group).not.toBeNull();
    }
  });
});

describe('saving a form', () => {
  test('refuses 200 hostile schemas, each within 100 ms, and keeps none', { timeout: 120_000 }, async () => {
    const form = await publishForm(admin, NOTE);
    for (const [name, schema] of hostileForms()) {
      const payload = Buffer.from(JSON.stringify({ draftSchema: schema ?? null }));
      // Null is valid: there is no draft.
      if (schema === null) continue;
      const took = await processorTime(async () => {
        const answer = await app.app.inject({
          method: 'PUT',
          url: `/api/forms/${form.id}`,
          payload,
          headers: { cookie: admin.user.cookie, 'content-type': 'application/json' },
        });
        expect(answer.statusCode, name).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, name).toBeLessThan(500);
        expectProblem(answer);
      });
      expect(took, name).toBeLessThan(100);
    }
    expect((await admin.call('GET', `/api/forms/${form.id}`)).json<Row>()['draftSchema']).toEqual(NOTE);
  });

  test('names each fault by its pointer', async () => {
    const form = await publishForm(admin, NOTE);
    const bad = formOf({ a: textField({ title: '' }), b: textField({ minLength: 5, maxLength: 2 }) });
    const problem = expectProblem(await admin.call('PUT', `/api/forms/${form.id}`, { draftSchema: bad }));
    expect(Object.keys(problem.errors ?? {})).toEqual([
      'draftSchema/properties/a/title',
      'draftSchema/properties/b/maxLength',
    ]);
  });

  test('refuses an outdated draft with 412', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = (await admin.call('GET', `/api/forms/${form.id}`)).json<{ version: number }>();
    const save = (title: string) =>
      admin.call(
        'PUT',
        `/api/forms/${form.id}`,
        { draftSchema: formOf({ note: textField({ title }) }) },
        { 'if-match': `"${version}"` },
      );
    expect((await save('First')).statusCode).toBe(200);
    expect((await save('Second')).statusCode).toBe(412);
  });
});

describe('publishing', () => {
  test('is for people who can change forms', async () => {
    const form = await publishForm(admin, NOTE);
    for (const caller of [student, staff])
      expect((await publishDraft(caller, form.id, form.version)).statusCode).toBe(403);
    expect((await student.call('POST', `/api/forms/${form.id}/preview`, { schema: NOTE })).statusCode).toBe(403);
    expect((await publishDraft(admin, 999_999, 1)).statusCode).toBe(404);
  });

  test('creates consecutively numbered versions, even concurrently', async () => {
    const form = await publishForm(admin, NOTE);
    const draftSchema = formOf({ note: textField({ title: 'Changed' }) });
    const saved = await admin.call('PUT', `/api/forms/${form.id}`, { draftSchema });
    const { version } = saved.json<{ version: number }>();
    const answers = await Promise.all([1, 2].map(() => publishDraft(admin, form.id, version)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const versions = await staff.call(
      'GET',
      `/api/formVersions?filter=${encodeURIComponent(JSON.stringify({ formId: form.id }))}&sort=["number","ASC"]`,
    );
    expect(versions.json<{ number: number }[]>().map((one) => one.number)).toEqual([1, 2]);
  });

  test('reports what a cost type lacks, and how many open requests stay on other versions', async () => {
    const created = await admin.call('POST', '/api/forms', {
      name: 'poster-test',
      title: 'Poster',
      costType: 'Poster',
      active: true,
      draftSchema: NOTE,
    });
    const { id, version } = created.json<{ id: number; version: number }>();
    const refusal = await publishDraft(admin, id, version);
    expect(refusal.statusCode).toBe(409);
    expect(expectProblem(refusal).detail).toMatch(/^Without price lines, a poster form needs/);
    const form = await publishForm(admin, NOTE);
    await student.file(form.name, { note: 'one' });
    const plan = () => admin.call('POST', '/api/forms/actions/publish/plan', { ids: [form.id] });
    expect(expectProblem(await plan()).detail).toBe('It has no unpublished changes.');
    await admin.call('PUT', `/api/forms/${form.id}`, {
      draftSchema: formOf({ note: textField({ title: 'Changed' }) }),
    });
    expect((await plan()).json<ActionPlan>()).toMatchObject({
      notes: [
        { text: 'Changes:', places: [{ label: 'Changed: label' }] },
        '1 open request uses an older version. Nothing changes for it.',
      ],
      inputs: { draftDays: { default: 14 } },
    });
  });

  test('refuses an empty form', async () => {
    const created = await admin.call('POST', '/api/forms', {
      name: 'empty-test',
      title: 'Empty',
      costType: 'Free',
      active: true,
    });
    const { id, version } = created.json<{ id: number; version: number }>();
    expect((await publishDraft(admin, id, version)).statusCode).toBe(409);
    expect((await student.call('GET', '/api/requests/form?form=empty-test')).statusCode).toBe(404);
  });

  test('sanitizes display texts', async () => {
    const form = await publishForm(
      admin,
      formOf({
        read: {
          'x-field': 'DisplayOnly',
          type: 'null',
          title: 'Read',
          'x-html': '<p onclick="x()">Hello<script>alert(1)</script> <a href="javascript:x()">there</a></p>',
        },
        note: textField(),
      }),
    );
    const { version } = (await student.call('GET', `/api/requests/form?form=${form.name}`)).json<OpenForm>();
    expect(version.schema.properties['read']?.['x-html']).toMatch(/^<p>Hello <a[^>]*>there<\/a><\/p>$/);
    expect(JSON.stringify(version.schema)).not.toMatch(/script|onclick/);
  });

  test('never changes a version afterwards', async () => {
    const form = await publishForm(admin, NOTE);
    const { version } = await student.open(form.name);
    for (const who of [staff, admin]) {
      expect((await who.call('PUT', `/api/formVersions/${version.id}`, { schema: {} })).statusCode).toBe(403);
      expect((await who.call('DELETE', `/api/formVersions/${version.id}`)).statusCode).toBe(403);
    }
  });
});

test('a preview returns the sanitized form with a validator, or its faults', async () => {
  const form = await publishForm(admin, NOTE);
  const preview = async (schema: unknown) =>
    (await admin.call('POST', `/api/forms/${form.id}/preview`, { schema })).json<FormPreview>();
  const good = await preview(NOTE);
  expect(good.faults).toEqual([]);
  expect((await admin.call('GET', good.validator ?? '')).statusCode).toBe(200);
  const bad = await preview(formOf({ note: textField({ title: '' }) }));
  expect(bad).toMatchObject({ validator: null, faults: [{ pointer: '/properties/note/title' }] });
});

test('a form in use is deactivated, not deleted', async () => {
  const form = await publishForm(admin, NOTE);
  const { id } = await student.file(form.name, { note: 'one' });
  expect((await admin.call('DELETE', `/api/forms/${form.id}`)).statusCode).toBe(409);
  expect((await admin.call('PUT', `/api/forms/${form.id}`, { active: false })).statusCode).toBe(200);
  expect((await student.see(id)).form.name).toBe(form.name);
});
