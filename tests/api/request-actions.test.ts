import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAccess } from '../../server/features/requests/end-access.ts';
import { runAction } from '../../server/features/requests/run-action.ts';
import type { RowOf, ValuesOf } from '../../server/resources/typed-rows.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishDraft, publishForm, RequestCaller, startRequestsApp, textField } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const NOTE = { note: { ...textField(), title: 'Note' } };

/** A published form whose requests do these actions. */
async function formWith(actions: ValuesOf<'formActions'>[]): Promise<string> {
  const form = await publishForm(admin, formOf(NOTE), { costType: 'Approval' });
  if (actions.length === 0) return form.name;
  for (const action of actions) await makeRow(app.services, 'formActions', { formId: form.id, ...action });
  const published = await publishDraft(admin, form.id, form.version);
  expect(published.statusCode, published.body).toBe(200);
  return form.name;
}

async function makeGroup(values: { active: boolean; roles: string[] }): Promise<number> {
  const row = await makeRow(app.services, 'groups', { name: `group-${randomUUID()}`, ...values });
  return Number(row['id']);
}

async function accept(name: string, who = student): Promise<number> {
  const { id } = await who.file(name, { note: 'Please' });
  await staff.moved(id, 'Submitted', 'UnderReview');
  await staff.moved(id, 'UnderReview', 'Accepted');
  return id;
}

function runsOf(submissionId: number): Promise<RowOf<'actionRuns'>[]> {
  return app.services.db
    .selectFrom('actionRuns')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .orderBy('id')
    .$castTo<RowOf<'actionRuns'>>()
    .execute();
}

async function runAll(submissionId: number): Promise<void> {
  for (const { id } of await runsOf(submissionId)) await runAction(app.services, id);
}

async function failForGood(runId: number): Promise<void> {
  for (let attempt = 1; attempt < 5; attempt += 1)
    await expect(runAction(app.services, runId)).rejects.toThrow('The group no longer exists');
  await runAction(app.services, runId);
}

function journals(runId: number) {
  return app.services.db
    .selectFrom('ledgerJournals')
    .selectAll()
    .where('source', '=', 'actionRuns')
    .where('sourceId', '=', String(runId))
    .execute();
}

async function balanceOf(userId: number): Promise<number[]> {
  const rows = await app.services.db
    .selectFrom('balances')
    .select('balanceCents')
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ balanceCents }) => balanceCents);
}

async function groupsOf(userId: number): Promise<number[]> {
  const row = await app.services.db
    .selectFrom('users')
    .select('groupIds')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.groupIds ?? [];
}

const BONUS = { on: 'Accepted', type: 'ChangeBalance', amountFrom: 'fixed', amountCents: 1500 } as const;

describe('actions of a form', () => {
  test('an approved request is completed when its actions are done, and grants access until a day', async () => {
    const groupId = await makeGroup({ active: true, roles: [] });
    const name = await formWith([{ name: 'Laser', on: 'Accepted', type: 'GrantAccess', groupId, days: 10 }]);
    const id = await accept(name);
    expect((await student.see(id)).status).toBe('Accepted');
    await runAll(id);
    expect((await student.see(id)).status).toBe('Completed');
    expect(await groupsOf(student.user.id)).toContain(groupId);
    await endAccess(app.services);
    expect(await groupsOf(student.user.id)).toContain(groupId);
    const before = app.services.clock.instant();
    app.services.clock.moveTo(new Date(app.services.clock.now() + 12 * 86_400_000).toISOString());
    await endAccess(app.services);
    app.services.clock.moveTo(before);
    expect(await groupsOf(student.user.id)).not.toContain(groupId);
  });

  test('without actions it is completed immediately', async () => {
    const id = await accept(await formWith([]));
    expect((await student.see(id)).status).toBe('Completed');
  });

  test('runs once, however many processes do the job at the same time', async () => {
    const customer = await app.createUser({ roles: ['Student'] });
    const id = await accept(await formWith([{ name: 'Bonus', ...BONUS }]), new RequestCaller(app, customer));
    const [run] = await runsOf(id);
    await Promise.all(Array.from({ length: 6 }, () => runAction(app.services, run!.id)));
    expect(await balanceOf(customer.id)).toEqual([1500]);
    expect(await journals(run!.id)).toHaveLength(1);
    expect(await runsOf(id)).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  test('a process that dies before the end of the transaction leaves nothing, and the next one does all of it', async () => {
    const customer = await app.createUser({ roles: ['Student'] });
    const id = await accept(await formWith([{ name: 'Bonus', ...BONUS }]), new RequestCaller(app, customer));
    const [run] = await runsOf(id);
    const { engine } = app.services;
    // Dies between the effect and the commit: neither is stored.
    const update = engine.update.bind(engine);
    const dying = Object.assign(Object.create(engine) as typeof engine, {
      update: (...call: Parameters<typeof update>) =>
        call[1] === 'actionRuns' && (call[3] as { state?: string }).state === 'done'
          ? Promise.reject(new Error('killed'))
          : update(...call),
    });
    await expect(runAction({ ...app.services, engine: dying }, run!.id)).rejects.toThrow('killed');
    expect(await balanceOf(customer.id)).toEqual([]);
    expect(await journals(run!.id)).toHaveLength(0);
    await runAction(app.services, run!.id);
    expect(await balanceOf(customer.id)).toEqual([1500]);
  });

  test('what fails for good needs staff, who retry it; then the request continues', async () => {
    const groupId = await makeGroup({ active: false, roles: [] });
    const id = await accept(await formWith([{ name: 'Wood', on: 'Accepted', type: 'GrantAccess', groupId }]));
    const [run] = await runsOf(id);
    await failForGood(run!.id);
    const failed = await staff.see(id);
    expect(failed.status).toBe('FabricationActionNeeded');
    expect(failed.actions).toContain('retryActions');
    expect(await runsOf(id)).toMatchObject([
      { state: 'failed', attempts: 5, error: 'The group no longer exists or is inactive.' },
    ]);
    const messages = await app.services.db
      .selectFrom('messages')
      .select('subject')
      .where('event', '=', 'requestActionFailed')
      .execute();
    expect(messages).toHaveLength(1);
    await app.services.db.updateTable('groups').set({ active: true }).where('id', '=', groupId).execute();
    const retried = await staff.act('retryActions', [id]);
    expect(retried.statusCode, retried.body).toBe(200);
    await runAll(id);
    expect((await staff.see(id)).status).toBe('Completed');
    expect(await groupsOf(student.user.id)).toContain(groupId);
  });

  test('a discount lowers the price before it is paid', async () => {
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 500, maximum: 50_000 } as const;
    const form = await publishForm(admin, formOf({ cost }, ['cost']), { costType: 'DirectCostInput' });
    await makeRow(app.services, 'formActions', {
      formId: form.id,
      name: 'Half',
      on: 'Submitted',
      type: 'DiscountApplied',
      percent: 50,
    });
    await publishDraft(admin, form.id, form.version);
    const { id, costCents } = await student.file(form.name, { cost: 1251 });
    expect(costCents).toBe(1251);
    await runAll(id);
    const detail = await student.see(id);
    expect(detail.costCents).toBe(625);
    expect(detail.timeline.at(-1)).toMatchObject({ kind: 'priced', who: 'System', reason: 'Half' });
  });

  test('staff correct the price that a form determines, with a reason', async () => {
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 500, maximum: 50_000 } as const;
    const form = await publishForm(admin, formOf({ cost }, ['cost']), { costType: 'DirectCostInput' });
    const { id } = await student.file(form.name, { cost: 1250 });
    const inputs = { costCents: 900, reason: 'Torn paper' };
    const corrected = await staff.act('correctPrice', [id], { seen: { [id]: 1250 }, inputs });
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect((await student.see(id)).timeline.at(-1)).toMatchObject({ kind: 'priced', reason: 'Torn paper' });
  });
});

describe('declaring actions', () => {
  test('no one declares an action that grants what they cannot grant themselves', async () => {
    const form = await publishForm(admin, formOf(NOTE), { costType: 'Approval' });
    const groupId = await makeGroup({ active: true, roles: ['Administrator'] });
    const access = { formId: form.id, name: 'Take over', on: 'Accepted', type: 'GrantAccess', groupId };
    expect(expectProblem(await admin.call('POST', '/api/formActions', access)).errors).toEqual({
      groupId: 'You can only give roles that you hold yourself. You do not hold Administrator.',
    });
    const money = { formId: form.id, name: 'Money', ...BONUS };
    expect(expectProblem(await admin.call('POST', '/api/formActions', money)).errors).toHaveProperty('type');
    const message = {
      formId: form.id,
      name: 'Mail',
      on: 'Accepted',
      type: 'EmailNotification',
      template: 'requestNotification',
      text: 'Hi',
    };
    expect((await admin.call('POST', '/api/formActions', message)).statusCode).toBe(201);
    expect((await staff.call('POST', '/api/formActions', { ...message, name: 'Other' })).statusCode).toBe(403);
  });

  test('an action without what it needs is refused', async () => {
    const form = await publishForm(admin, formOf(NOTE), { costType: 'Approval' });
    const empty = { formId: form.id, name: 'Nothing', on: 'Accepted', type: 'GrantAccess' };
    expect(expectProblem(await admin.call('POST', '/api/formActions', empty)).errors).toEqual({
      groupId: 'Choose a group or a credential',
    });
  });
});
