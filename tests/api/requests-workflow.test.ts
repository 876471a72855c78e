import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { ActionPlan } from '../../domain/calls/action-parts.ts';
import type { CostType } from '../../domain/requests/request-form.ts';
import type { MailContent } from '../../domain/calls/mails.ts';
import type { DeclaredSettings } from '../../domain/calls/settings.ts';
import type { Thread } from '../../domain/calls/messages.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { caller, formOf, numberField, publishForm, textField, startRequestsApp } from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const path = (detail: SubmissionDetail) => detail.timeline.filter((entry) => entry.to).map((entry) => entry.to);
/** The actions that change the status, in order. */
const moves = (detail: SubmissionDetail) =>
  detail.actions.filter((name) => !['assign', 'assignToMe', 'unassign', 'override'].includes(name));

async function fileFree(who = student, costType: CostType = 'Free', more: object = {}): Promise<SubmissionDetail> {
  const form = await publishForm(admin, formOf({ note: textField() }), { costType, ...more });
  return who.file(form.name, { note: 'Please' });
}

describe('a request proceeds from submitted to completed', () => {
  test('free: taken up, done', async () => {
    const { id, status } = await fileFree();
    expect(status).toBe('Submitted');
    const taken = await staff.moved(id, 'Submitted', 'InProcess');
    expect(taken.assignedTo).toMatchObject({ id: staff.user.id });
    expect(moves(taken)[0]).toBe('complete');
    const done = await staff.moved(id, 'InProcess', 'Completed');
    expect(path(done)).toEqual(['Submitted', 'InProcess', 'Completed']);
    expect(done.timeline.map((entry) => entry.who)).toEqual([
      student.user.username,
      staff.user.username,
      staff.user.username,
      staff.user.username,
    ]);
  });

  test('approval: reviewed, accepted, done', async () => {
    const { id } = await fileFree(student, 'Approval');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect(path(await staff.moved(id, 'UnderReview', 'Accepted'))).toEqual([
      'Submitted',
      'UnderReview',
      'Accepted',
      'Completed',
    ]);
  });

  test('poster: the server sets the price immediately; paid at the desk', async () => {
    const size = numberField({ minimum: 1, maximum: 96 });
    const form = await publishForm(
      admin,
      formOf(
        {
          width: size,
          height: size,
          quantity: { 'x-field': 'Integer', type: 'integer', title: 'Copies', minimum: 1, maximum: 9 },
        },
        ['width', 'height', 'quantity'],
      ),
      { costType: 'Poster' },
    );
    const { id, status, costCents } = await student.file(form.name, { width: 24, height: 36, quantity: 2 });
    expect({ status, costCents }).toEqual({ status: 'PaymentPending', costCents: 8400 });
    const unexplained = await staff.move(id, 'PaymentPending', 'PaymentComplete');
    expect(unexplained.statusCode).toBe(400);
    expect(expectProblem(unexplained).errors).toEqual({ method: 'This field is required' });
    const paid = await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash', note: 'Receipt 114' });
    expect(paid).toMatchObject({ status: 'PaymentComplete', paidCents: 8400 });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    const done = await staff.moved(id, 'InProcess', 'Completed');
    expect(path(done)).toEqual(['Submitted', 'PaymentPending', 'PaymentComplete', 'InProcess', 'Completed']);
    expect(done.timeline[1]).toMatchObject({ who: 'System', from: 'Submitted' });
  });

  test('direct cost input: the answered amount is the price', async () => {
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 500, maximum: 50_000 } as const;
    const form = await publishForm(admin, formOf({ cost }, ['cost']), { costType: 'DirectCostInput' });
    const { id, costCents } = await student.file(form.name, { cost: 1250 });
    expect(costCents).toBe(1250);
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    expect((await staff.moved(id, 'InProcess', 'Completed')).status).toBe('Completed');
  });

  test('quoted: staff quote, the customer accepts, and the amount is final', async () => {
    const { id } = await fileFree(student, 'Quoted');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect(expectProblem(await staff.move(id, 'UnderReview', 'Quoted')).errors).toEqual({
      quoteLines: 'Add at least one line',
    });
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
    expect(expectProblem(await staff.move(id, 'Quoted', 'Accepted')).code).toBe('resource.refused');
    const wish = { seen: { [id]: 'Quoted' }, inputs: { reason: 'Thinner material, please' } };
    expect((await student.act('askForChange', [id], wish)).statusCode).toBe(200);
    const again = await student.see(id);
    expect(again.costCents).toBeNull();
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 3000 });
    const priced = await student.move(id, 'Quoted', 'Accepted', { costCents: 1 });
    expect(expectProblem(priced).errors).toEqual({ costCents: 'This status change does not accept this value' });
    const accepted = await student.moved(id, 'Quoted', 'Accepted');
    expect(accepted).toMatchObject({ status: 'PaymentPending', costCents: 3000 });
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    expect(path(await staff.moved(id, 'InProcess', 'Completed'))).toEqual([
      'Submitted',
      'UnderReview',
      'Quoted',
      'UnderReview',
      'Quoted',
      'Accepted',
      'PaymentPending',
      'PaymentComplete',
      'InProcess',
      'Completed',
    ]);
  });

  test('assigned: staff set the cost after review', async () => {
    const { id } = await fileFree(student, 'Assigned');
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 999 });
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    expect((await staff.moved(id, 'InProcess', 'Completed')).costCents).toBe(999);
  });

  test('a price of zero needs no payment', async () => {
    const { id } = await fileFree(student, 'Assigned');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect((await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 0 })).status).toBe('PaymentComplete');
  });

  test('assigned granular: fabrication steps, and the customer marks it picked up', async () => {
    const { id } = await fileFree(student, 'AssignedGranular');
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 1200 });
    expect((await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' })).status).toBe(
      'ReadyForFabrication',
    );
    const late = await staff.moved(id, 'ReadyForFabrication', 'Delayed', {
      reason: 'Printer down',
      expectedOn: '2099-01-15',
    });
    expect(late).toMatchObject({ reason: 'Printer down', expectedOn: '2099-01-15' });
    await staff.moved(id, 'Delayed', 'ReadyForFabrication');
    const made = await staff.moved(id, 'ReadyForFabrication', 'InProcess');
    expect(moves(made)).not.toContain('complete');
    const atCounter = await staff.moved(id, 'InProcess', 'ReadyForPickup');
    expect(moves(atCounter)[0]).toBe('completed');
    const ready = await student.see(id);
    expect(ready.actions).toEqual(['pickedUp']);
    expect((await student.act('pickedUp', [id])).statusCode).toBe(200);
    expect((await student.see(id)).status).toBe('Completed');
  });
});

describe('a request takes a detour', () => {
  test('the customer is asked, sends changed answers, and it starts again as a second revision', async () => {
    const { id, formVersion } = await fileFree();
    await staff.moved(id, 'Submitted', 'InProcess');
    const question = await staff.moved(id, 'InProcess', 'CustomerActionNeeded', { reason: 'Which colour?' });
    expect(moves(question)[0]).toBe('inProcess');
    const seen = await student.see(id);
    expect(seen).toMatchObject({ reason: 'Which colour?', canResubmit: true });
    expect((await student.open(seen.form.name, id)).draft?.data).toEqual({ note: 'Please' });
    const resubmit = (data: object, from = 'CustomerActionNeeded') =>
      student.call('POST', `/api/requests/submissions/${id}/resubmit`, { formVersionId: formVersion.id, data, from });
    expect((await resubmit({ strange: 1 })).statusCode).toBe(422);
    expect((await resubmit({ note: 'Red' }, 'Submitted')).statusCode).toBe(409);
    const answer = await resubmit({ note: 'Red' });
    expect(answer.json<SubmissionDetail>()).toMatchObject({
      status: 'Submitted',
      data: { note: 'Red' },
      reason: null,
      canResubmit: false,
    });
    expect(answer.json<SubmissionDetail>().revisions.map((revision) => revision.data)).toEqual([
      { note: 'Please' },
      { note: 'Red' },
    ]);
    expect((await resubmit({ note: 'Blue' }, 'Submitted')).statusCode).toBe(422);
  });

  test('detours nest, and return one by one with their reasons', async () => {
    const { id } = await fileFree();
    await staff.moved(id, 'Submitted', 'InProcess');
    await staff.moved(id, 'InProcess', 'Delayed', { reason: 'No wood', expectedOn: '2099-02-01' });
    await staff.moved(id, 'Delayed', 'CustomerActionNeeded', { reason: 'Is plywood fine?' });
    await staff.moved(id, 'CustomerActionNeeded', 'Stale');
    expect(await student.moved(id, 'Stale', 'CustomerActionNeeded')).toMatchObject({ reason: 'Is plywood fine?' });
    expect(await staff.moved(id, 'CustomerActionNeeded', 'Delayed')).toMatchObject({ reason: 'No wood' });
    expect((await staff.moved(id, 'Delayed', 'InProcess')).status).toBe('InProcess');
  });

  test('after a more expensive resubmission the difference is due, after a cheaper one it is refunded', async () => {
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 500, maximum: 50_000 } as const;
    const form = await publishForm(admin, formOf({ cost }, ['cost']), { costType: 'DirectCostInput' });
    const { id, formVersion } = await student.file(form.name, { cost: 1000 });
    const resubmit = async (cents: number, refundCents = 0) =>
      (
        await student.call('POST', `/api/requests/submissions/${id}/resubmit`, {
          formVersionId: formVersion.id,
          data: { cost: cents },
          refundCents,
          from: 'CustomerActionNeeded',
        })
      ).json<SubmissionDetail>();
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Too little' });
    expect(await resubmit(1500)).toMatchObject({ status: 'PaymentPending', costCents: 1500, paidCents: 1000 });
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Too much' });
    expect(await resubmit(700, 800)).toMatchObject({ status: 'PaymentComplete', costCents: 700, paidCents: 700 });
  });

  test('pickup is a step if the form says so', async () => {
    const { id } = await fileFree(student, 'Free', { usesPickup: true });
    const made = await staff.moved(id, 'Submitted', 'InProcess');
    expect(moves(made).slice(0, 2)).toEqual(['readyForPickup', 'complete']);
    const plain = await fileFree();
    expect(moves(await staff.moved(plain.id, 'Submitted', 'InProcess'))).not.toContain('readyForPickup');
  });

  test('customers see its shelf while it is ready, and only staff set it', async () => {
    const { id } = await fileFree(student, 'Free', { usesPickup: true });
    await staff.moved(id, 'Submitted', 'InProcess');
    expect((await staff.act('setShelf', [id], { inputs: { shelf: 'B3' } })).statusCode).toBe(409);
    expect(await staff.moved(id, 'InProcess', 'ReadyForPickup', { shelf: ' B3 ' })).toMatchObject({
      ...{ shelf: 'B3', errand: { shelf: 'B3' } },
    });
    const seen = await student.see(id);
    expect(seen).toMatchObject({ shelf: null, errand: { shelf: 'B3' } });
    expect(seen.actions).toEqual(['pickedUp']);
    expect((await student.act('setShelf', [id], { inputs: { shelf: 'Z9' } })).statusCode).toBe(409);
    expect((await student.call('PUT', `/api/submissions/${id}`, { shelf: 'Z9' })).statusCode).toBe(403);
    expect((await staff.act('setShelf', [id], { inputs: { shelf: 'x'.repeat(41) } })).statusCode).toBe(400);
    expect((await staff.act('setShelf', [id], { inputs: { shelf: 'C1' } })).statusCode).toBe(200);
    expect((await student.see(id)).errand).toMatchObject({ shelf: 'C1' });
    await student.act('pickedUp', [id]);
    expect(await student.see(id)).toMatchObject({ shelf: null, errand: null });
    expect((await staff.see(id)).shelf).toBe('C1');
    // Made again, it waits somewhere else.
    await admin.act('override', [id], { inputs: { to: 'InProcess', reason: 'It broke' } });
    expect((await staff.moved(id, 'InProcess', 'ReadyForPickup')).shelf).toBeNull();
  });
});

describe('permissions', () => {
  test('customers do nothing that is for staff', async () => {
    const { id } = await fileFree();
    expect((await student.see(id)).actions).toEqual(['cancel']);
    const refusal = await student.move(id, 'Submitted', 'InProcess');
    expect(refusal.statusCode).toBe(409);
    expect(expectProblem(refusal).detail).toBe('It cannot go from Submitted to In process.');
    expect((await student.act('assign', [id], { inputs: { assignedToId: student.user.id } })).statusCode).toBe(409);
    expect((await student.call('POST', '/api/submissions/actions/assign/plan', { ids: [id] })).statusCode).toBe(409);
    expect((await student.act('assignToMe', [id])).statusCode).toBe(409);
    const others = await fileFree(staff);
    expect((await student.act('cancel', [others.id])).statusCode).toBe(404);
    expect((await student.see(id)).status).toBe('Submitted');
  });

  test('staff do not approve their own request', async () => {
    const { id } = await fileFree(staff, 'Approval');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect((await staff.move(id, 'UnderReview', 'Accepted')).statusCode).toBe(409);
    expect((await admin.moved(id, 'UnderReview', 'Accepted')).status).toBe('Completed');
  });

  test('the role in the address lowers the view and never raises it', async () => {
    const own = await fileFree(admin);
    expect((await admin.see(own.id)).viewedAs).toBe('staff');
    expect((await admin.see(own.id)).actions).toEqual(expect.arrayContaining(['assign', 'inProcess', 'override']));
    expect((await admin.see(own.id, 'RequestsProcessor')).actions).not.toContain('override');
    expect(await admin.see(own.id, 'Student')).toMatchObject({ viewedAs: 'customer', actions: ['cancel'] });
    const others = await fileFree();
    expect(await staff.see(others.id, 'customer')).toMatchObject({ viewedAs: 'customer', actions: [] });
    for (const role of ['Administrator', 'RequestsAdmin', 'staff', 'RequestsProcessor', 'nonsense'])
      expect(await student.see(others.id, role)).toMatchObject({ viewedAs: 'customer', actions: ['cancel'] });
  });

  test('only an administrator of requests overrides, and says why', async () => {
    const { id } = await fileFree();
    const override = (who: RequestCaller, inputs: object) => who.act('override', [id], { inputs });
    expect((await override(staff, { to: 'Completed', reason: 'Done in person' })).statusCode).toBe(409);
    expect(expectProblem(await override(admin, { to: 'ReadyForPickup' })).errors).toEqual({
      reason: 'This field is required',
    });
    expect((await override(admin, { to: 'ReadyForPickup', reason: 'Found on the shelf' })).statusCode).toBe(200);
    expect((await admin.see(id)).timeline.at(-1)).toMatchObject({
      to: 'ReadyForPickup',
      reason: 'Found on the shelf',
      text: expect.stringContaining('Overridden'),
    });
  });

  test('requests are assigned to staff only, in a transaction', async () => {
    const [one, two] = [await fileFree(), await fileFree()];
    const assign = (ids: number[], assignedToId: number) => staff.act('assign', ids, { inputs: { assignedToId } });
    const plan = await staff.call('POST', '/api/submissions/actions/assign/plan', { ids: [one.id] });
    const choices = plan.json<ActionPlan>().inputs?.['assignedToId']?.enum;
    expect(choices).toContain(admin.user.id);
    expect(choices).not.toContain(student.user.id);
    expect(expectProblem(await assign([one.id, two.id], student.user.id)).errors).toEqual({
      assignedToId: 'Choose one of the staff',
    });
    expect((await assign([one.id, 999_999], admin.user.id)).statusCode).toBe(404);
    expect((await staff.see(one.id)).assignedTo).toBeNull();
    expect((await assign([one.id, two.id], admin.user.id)).statusCode).toBe(200);
    expect((await assign([one.id, two.id], admin.user.id)).statusCode).toBe(200);
    const detail = await staff.see(two.id);
    expect(detail.assignedTo?.id).toBe(admin.user.id);
    expect(detail.timeline.filter(({ kind }) => kind === 'assigned')).toMatchObject([{ who: staff.user.username }]);
    expect((await student.see(two.id)).timeline.map((entry) => entry.kind)).toEqual(['submitted']);
    expect((await staff.act('unassign', [one.id])).statusCode).toBe(200);
    expect((await staff.see(one.id)).assignedTo).toBeNull();
    expect((await staff.act('assignToMe', [one.id, two.id])).statusCode).toBe(200);
    expect((await staff.see(two.id)).assignedTo?.id).toBe(staff.user.id);
    expect((await staff.act('assignToMe', [one.id])).statusCode).toBe(409);
  });
});

describe('the question before a change of status', () => {
  const plan = async (who: RequestCaller, action: string, ids: number[]) =>
    (await who.call('POST', `/api/submissions/actions/${action}/plan`, { ids })).json<ActionPlan>();

  test('asks for what the workflow requires of these requests, starting with what is known', async () => {
    const { id } = await fileFree(student, 'Quoted');
    expect(await plan(staff, 'underReview', [id])).toMatchObject({ asks: false, inputs: {} });
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect(Object.keys((await plan(staff, 'quoted', [id])).inputs ?? {})).toEqual(['quoteLines', 'quoteExpiresOn']);
    const second = await fileFree(student, 'Quoted');
    await staff.moved(second.id, 'Submitted', 'UnderReview');
    expect(Object.keys((await plan(staff, 'quoted', [id, second.id])).inputs ?? {})).toEqual([
      'costCents',
      'quoteExpiresOn',
    ]);
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
    const other = await fileFree();
    expect(Object.keys((await plan(staff, 'underReview', [id, other.id])).inputs ?? {})).toEqual(['reason']);
    await staff.moved(id, 'Quoted', 'CustomerActionNeeded', { reason: 'Which colour?' });
    expect(await plan(staff, 'quoted', [id])).toMatchObject({ asks: false, inputs: {} });
  });

  test('says to the customer what canceling means, and to staff how payments are refunded', async () => {
    const [one, two] = [await fileFree(student, 'Assigned'), await fileFree()];
    const free = await plan(student, 'cancel', [one.id]);
    expect(free).toMatchObject({ title: `Cancel request #${one.id}?`, button: 'Cancel request', inputs: {} });
    expect(free.notes.join(' ')).toMatch(/^Work on it stops.*cannot be reopened.*new request.*nothing is refunded/);
    await staff.moved(one.id, 'Submitted', 'UnderReview');
    await staff.moved(one.id, 'UnderReview', 'PaymentPending', { costCents: 1250 });
    await staff.moved(one.id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    expect((await plan(staff, 'cancel', [one.id])).notes.join(' ')).toMatch(
      /administrator.*\$12\.50 is paid back in cash/,
    );
    const both = await plan(staff, 'cancel', [one.id, two.id]);
    expect(both.notes.join(' ')).toMatch(/^Work on them stops.*\$12\.50 is paid back in cash/);
    expect(Object.keys(both.inputs ?? {}).toSorted()).toEqual(['reason', 'refund']);
  });
});

describe('what a customer has to do', () => {
  test('is shown with the amount, the place, its hours and a deadline, and sent in messages', async () => {
    const daily = { weekends: true, openTimes: Array(7).fill(9), closeTimes: Array(7).fill(17) };
    const place = { displayName: 'Front desk', buildingCode: 'DESK', room: '1', active: true, isPublic: true };
    const counter = await makeRow(app.services, 'locations', { ...place, hours: daily, paymentNote: 'Card only.' });
    const form = { paymentPlaceId: counter['id'], paymentDays: 7, pickupNote: 'Bring your card.', usesPickup: true };
    const { id, errand } = await fileFree(student, 'Quoted', form);
    expect(errand).toBeNull();
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
    const quoted = await student.see(id);
    expect(quoted.errand).toEqual({
      kind: 'payment',
      place: { name: 'Front desk', room: 'DESK 1', path: `/calendar/${Number(counter['id'])}` },
      hours: expect.stringMatching(/^Open today, \w+, \w+ \d+: 9 AM – 5 PM$/) as string,
      until: null,
      note: 'Card only.',
      shelf: null,
    });
    const accept = await student.call('POST', '/api/submissions/actions/acceptQuote/plan', { ids: [id] });
    expect(accept.json()).toMatchObject({ asks: true, title: 'Accept this quote for $45.00?', inputs: {} });
    const due = await student.moved(id, 'Quoted', 'Accepted');
    expect(due.errand?.until).toMatch(/^\d{4}-\d\d-\d\d$/);
    const thread = await student.call('GET', `/api/messages/threads/submissions-${id}`);
    const { messages } = thread.json<Thread>();
    expect(messages.at(-1)?.html).toMatch(/Pay \$45\.00 by \w+, \w+ \d+ at Front desk, DESK 1\..*Card only\./s);
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    const ready = await staff.moved(id, 'InProcess', 'ReadyForPickup');
    expect(ready.errand).toMatchObject({ kind: 'pickup', place: null, hours: null, note: 'Bring your card.' });
  });
});

test('a wrong price is corrected with a reason by the person who set it, until it is paid', async () => {
  const { id } = await fileFree(student, 'Assigned');
  await staff.moved(id, 'Submitted', 'UnderReview');
  const due = await staff.moved(id, 'UnderReview', 'PaymentPending', { costCents: 999_900 });
  expect(due.actions).toContain('correctPrice');
  const colleague = await caller(app, 'RequestsProcessor');
  expect((await colleague.see(id)).actions).not.toContain('correctPrice');
  expect((await student.see(id)).actions).not.toContain('correctPrice');
  expect((await staff.act('correctPrice', [id], { inputs: { costCents: 9900 } })).statusCode).toBe(400);
  const inputs = { costCents: 9900, reason: 'Two zeros too many' };
  expect((await student.act('correctPrice', [id], { inputs })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await staff.act('correctPrice', [id], { inputs })).statusCode).toBe(200);
  const corrected = await student.see(id);
  expect(corrected).toMatchObject({ status: 'PaymentPending', costCents: 9900 });
  expect(corrected.timeline.at(-1)).toMatchObject({
    text: 'Price corrected from $9,999.00 to $99.00',
    ...{ kind: 'priced' },
  });
  const { messages } = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
  expect(messages.at(-1)?.html).toMatch(/\$99\.00.*instead of \$9,999\.00.*Two zeros too many/s);
  const paid = await staff.moved(id, 'PaymentPending', 'PaymentComplete', { method: 'cash' });
  expect(paid.actions).not.toContain('correctPrice');
});

test('a quote is accepted at the price that the customer has seen', async () => {
  const { id } = await fileFree(student, 'Quoted');
  await staff.moved(id, 'Submitted', 'UnderReview');
  await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 1250 });
  const correct = (costCents: number, seen: number | null) =>
    staff.act('correctPrice', [id], { inputs: { costCents, reason: 'Two sheets' }, seen: { [id]: seen } });
  expect(expectProblem(await correct(9900, null)).detail).toBe('It has changed: Cost is "$12.50" now.');
  expect((await correct(9900, 1250)).statusCode).toBe(200);
  const accept = (seen: number) => student.act('acceptQuote', [id], { seen: { [id]: seen } });
  const refusal = await accept(1250);
  expect(refusal.statusCode).toBe(409);
  expect(expectProblem(refusal).detail).toBe('It has changed: Cost is "$99.00" now.');
  expect((await student.see(id)).status).toBe('Quoted');
  expect((await accept(9900)).statusCode).toBe(200);
});

test('an accepted quote can be corrected downwards only', async () => {
  const { id } = await fileFree(student, 'Quoted');
  await staff.moved(id, 'Submitted', 'UnderReview');
  await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
  await student.moved(id, 'Quoted', 'Accepted');
  const correct = (costCents: number) => staff.act('correctPrice', [id], { inputs: { costCents, reason: 'Wrong' } });
  expect(expectProblem(await correct(5000)).errors).toEqual({
    costCents: 'The customer has accepted $45.00: you can only lower it',
  });
  expect((await correct(4000)).statusCode).toBe(200);
});

describe('an outdated status', () => {
  test('is refused with 409 for one request', async () => {
    const { id } = await fileFree();
    await staff.moved(id, 'Submitted', 'InProcess');
    const refusal = await admin.move(id, 'Submitted', 'UnderReview');
    expect(refusal.statusCode).toBe(409);
    expect(expectProblem(refusal).detail).toBe('It has changed: Status is "In process" now.');
  });

  test('is refused with 409 in bulk, naming the requests, and changes none', async () => {
    const rows = await Promise.all([fileFree(), fileFree(), fileFree()]);
    await staff.moved(rows[1].id, 'Submitted', 'UnderReview');
    const ids = rows.map(({ id }) => id);
    const seen = Object.fromEntries(ids.map((id) => [id, 'Submitted']));
    const refusal = await staff.act('inProcess', ids, { seen });
    expect(refusal.statusCode).toBe(409);
    expect(Object.keys(expectProblem(refusal).errors ?? {})).toEqual([String(rows[1].id)]);
    expect((await staff.see(rows[0].id)).status).toBe('Submitted');
    expect((await staff.act('inProcess', [rows[0].id, 999_999], { seen })).statusCode).toBe(404);
    const [first, , last] = ids as [number, number, number];
    const available = await staff.call('GET', `/api/submissions/actions?ids=[${first},${last}]`);
    const common = Object.entries(available.json<Record<string, number[]>>()).filter(([, found]) => found.length === 2);
    expect(common.map(([name]) => name)).toEqual([
      'assign',
      'inProcess',
      'underReview',
      'customerActionNeeded',
      'assignToMe',
      'cancel',
    ]);
    expect((await staff.act('inProcess', [first, last], { seen })).json()).toMatchObject({
      ids: [first, last].toSorted((a, b) => a - b),
    });
    expect((await staff.act('complete', [first, rows[1].id])).statusCode).toBe(409);
    expect((await staff.see(first)).status).toBe('InProcess');
  });

  test('is not changed twice by a repeated call', async () => {
    const { id } = await fileFree();
    const act = () =>
      staff.call('POST', '/api/submissions/actions/inProcess', { ids: [id] }, { 'idempotency-key': 'once-only' });
    expect((await act()).json()).toEqual((await act()).json());
    expect(path(await staff.see(id))).toEqual(['Submitted', 'InProcess']);
  });

  test('of two concurrent changes lets one win', async () => {
    const { id } = await fileFree();
    const answers = await Promise.all([
      staff.move(id, 'Submitted', 'InProcess'),
      admin.move(id, 'Submitted', 'UnderReview'),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  });
});

test('no status, price or answer of a request is written through the generic routes', async () => {
  const { id } = await fileFree();
  for (const who of [student, staff, admin]) {
    expect((await who.call('PUT', `/api/submissions/${id}`, { status: 'Completed' })).statusCode).toBe(403);
    expect((await who.call('DELETE', `/api/submissions/${id}`)).statusCode).toBe(403);
    expect((await who.call('POST', '/api/submissions', { formId: 1 })).statusCode).toBe(403);
  }
  expect((await staff.see(id)).status).toBe('Submitted');
});

describe('an amount', () => {
  let administrator: RequestCaller;
  beforeAll(async () => {
    administrator = await caller(app, 'Administrator');
  });
  const setCurrency = async (value: string | null) => {
    const path = '/api/systemSettings/declared';
    const { settings } = (await administrator.call('GET', path)).json<DeclaredSettings>();
    const version = settings.find(({ key }) => key === 'site.currency')?.row?.version ?? null;
    const answer = await administrator.call('PUT', path, { changes: [{ key: 'site.currency', value, version }] });
    expect(answer.statusCode).toBe(200);
  };
  afterEach(() => setCurrency(null));

  test('is emailed in the currency of the site', async () => {
    await setCurrency('EUR');
    const { id } = await fileFree(student, 'Quoted');
    await staff.moved(id, 'Submitted', 'UnderReview');
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
    const mail = await app.services.db
      .selectFrom('mails')
      .select('id')
      .where('userId', '=', student.user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const content = (await administrator.call('GET', `/api/mails/${mail.id}/content`)).json<MailContent>();
    expect(content.text).toContain('€45.00');
    const html = (await administrator.call('GET', `/api/mails/${mail.id}/html`)).body;
    expect(html).toContain('€45.00');
    expect(content.text + html).not.toContain('$45');
  });
});
