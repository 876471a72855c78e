import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { CostType } from '../../domain/requests/request-form.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, numberField, publishForm, textField, startRequestsApp } from './request-calls.ts';
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
const buttons = (detail: SubmissionDetail) => detail.transitions.map((transition) => transition.label);

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
    expect(taken.transitions[0]).toMatchObject({ to: 'Completed', label: 'Complete', inputs: [] });
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
    await staff.moved(id, 'UnderReview', 'Accepted');
    expect(path(await staff.moved(id, 'Accepted', 'Completed'))).toEqual([
      'Submitted',
      'UnderReview',
      'Accepted',
      'Completed',
    ]);
  });

  test('poster: the server sets the price at once; paid at the desk', async () => {
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
    expect(unexplained.statusCode).toBe(422);
    expect(expectProblem(unexplained).errors).toEqual({ reason: 'This field is required' });
    const paid = await staff.moved(id, 'PaymentPending', 'PaymentComplete', {
      reason: 'Paid at the desk, receipt 114',
    });
    expect(paid).toMatchObject({ status: 'PaymentComplete', paidCents: 8400, reason: 'Paid at the desk, receipt 114' });
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
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Speed type 13107' });
    await staff.moved(id, 'PaymentComplete', 'InProcess');
    expect((await staff.moved(id, 'InProcess', 'Completed')).status).toBe('Completed');
  });

  test('quoted: staff quote, the customer accepts, and the amount stands', async () => {
    const { id } = await fileFree(student, 'Quoted');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect(expectProblem(await staff.move(id, 'UnderReview', 'Quoted')).errors).toEqual({
      costCents: 'This field is required',
    });
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 4500 });
    expect(expectProblem(await staff.move(id, 'Quoted', 'Accepted')).code).toBe('requests.no-such-step');
    const again = await student.moved(id, 'Quoted', 'UnderReview', { reason: 'Thinner material, please' });
    expect(again.costCents).toBeNull();
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 3000 });
    const priced = await student.move(id, 'Quoted', 'Accepted', { costCents: 1 });
    expect(expectProblem(priced).errors).toEqual({ costCents: 'This change of status takes no such value' });
    const accepted = await student.moved(id, 'Quoted', 'Accepted');
    expect(accepted).toMatchObject({ status: 'PaymentPending', costCents: 3000 });
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Cash' });
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
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Department' });
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
    expect((await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Card' })).status).toBe(
      'ReadyForFabrication',
    );
    const late = await staff.moved(id, 'ReadyForFabrication', 'Delayed', {
      reason: 'Printer down',
      expectedOn: '2099-01-15',
    });
    expect(late).toMatchObject({ reason: 'Printer down', expectedOn: '2099-01-15' });
    await staff.moved(id, 'Delayed', 'ReadyForFabrication');
    const made = await staff.moved(id, 'ReadyForFabrication', 'InProcess');
    expect(buttons(made)).not.toContain('Complete');
    const atCounter = await staff.moved(id, 'InProcess', 'ReadyForPickup');
    expect(buttons(atCounter)[0]).toBe('Mark as Completed');
    const ready = await student.see(id);
    expect(ready.transitions).toMatchObject([{ to: 'Completed', label: 'Picked up' }]);
    expect((await student.moved(id, 'ReadyForPickup', 'Completed')).status).toBe('Completed');
  });
});

describe('a request takes a detour', () => {
  test('the customer is asked, sends changed answers, and it starts anew as a second revision', async () => {
    const { id, formVersion } = await fileFree();
    await staff.moved(id, 'Submitted', 'InProcess');
    const asked = await staff.moved(id, 'InProcess', 'CustomerActionNeeded', { reason: 'Which colour?' });
    expect(buttons(asked)[0]).toBe('Mark as In process');
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

  test('after a more expensive resubmission the difference is due, after a cheaper one nothing', async () => {
    const cost = { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 500, maximum: 50_000 } as const;
    const form = await publishForm(admin, formOf({ cost }, ['cost']), { costType: 'DirectCostInput' });
    const { id, formVersion } = await student.file(form.name, { cost: 1000 });
    const resubmit = async (cents: number) =>
      (
        await student.call('POST', `/api/requests/submissions/${id}/resubmit`, {
          formVersionId: formVersion.id,
          data: { cost: cents },
          from: 'CustomerActionNeeded',
        })
      ).json<SubmissionDetail>();
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Cash' });
    await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Too little' });
    expect(await resubmit(1500)).toMatchObject({ status: 'PaymentPending', costCents: 1500, paidCents: 1000 });
    await staff.moved(id, 'PaymentPending', 'PaymentComplete', { reason: 'Cash, 5 more' });
    await staff.moved(id, 'PaymentComplete', 'CustomerActionNeeded', { reason: 'Too much' });
    expect(await resubmit(700)).toMatchObject({ status: 'PaymentComplete', costCents: 700, paidCents: 1500 });
  });

  test('pickup is a step if the form says so', async () => {
    const { id } = await fileFree(student, 'Free', { usesPickup: true });
    const made = await staff.moved(id, 'Submitted', 'InProcess');
    expect(made.transitions.slice(0, 2).map((button) => button.label)).toEqual([
      'Mark as Ready for pickup',
      'Complete',
    ]);
    const plain = await fileFree();
    expect(buttons(await staff.moved(plain.id, 'Submitted', 'InProcess'))).not.toContain('Mark as Ready for pickup');
  });
});

describe('who may do what', () => {
  test('customers do nothing that is for staff', async () => {
    const { id } = await fileFree();
    const refusal = await student.move(id, 'Submitted', 'InProcess');
    expect(refusal.statusCode).toBe(422);
    expect(expectProblem(refusal).code).toBe('requests.no-such-step');
    expect(
      (await student.call('POST', '/api/requests/submissions/assign', { ids: [id], assignedToId: student.user.id }))
        .statusCode,
    ).toBe(403);
    expect((await student.call('GET', '/api/requests/staff')).statusCode).toBe(403);
    expect((await student.see(id)).status).toBe('Submitted');
  });

  test('staff do not approve their own request', async () => {
    const { id } = await fileFree(staff, 'Approval');
    await staff.moved(id, 'Submitted', 'UnderReview');
    expect((await staff.move(id, 'UnderReview', 'Accepted')).statusCode).toBe(422);
    expect((await admin.moved(id, 'UnderReview', 'Accepted')).status).toBe('Accepted');
  });

  test('the role in the address lowers the view and never raises it', async () => {
    const own = await fileFree(admin);
    expect(await admin.see(own.id)).toMatchObject({ viewedAs: 'staff', canAssign: true });
    expect((await admin.see(own.id)).overrides).toContain('Completed');
    expect((await admin.see(own.id, 'RequestsProcessor')).overrides).toEqual([]);
    expect(await admin.see(own.id, 'Student')).toMatchObject({
      viewedAs: 'customer',
      canAssign: false,
      overrides: [],
      transitions: [{ to: 'Canceled', label: 'Cancel' }],
    });
    const others = await fileFree();
    expect(await staff.see(others.id, 'customer')).toMatchObject({ viewedAs: 'customer', transitions: [] });
    for (const role of ['Administrator', 'RequestsAdmin', 'staff', 'RequestsProcessor', 'nonsense']) {
      expect(await student.see(others.id, role)).toMatchObject({
        viewedAs: 'customer',
        canAssign: false,
        overrides: [],
      });
    }
  });

  test('only an administrator of requests overrides, and says why', async () => {
    const { id } = await fileFree();
    expect(
      (await staff.move(id, 'Submitted', 'Completed', { override: true, reason: 'Done in person' })).statusCode,
    ).toBe(422);
    expect(expectProblem(await admin.move(id, 'Submitted', 'ReadyForPickup', { override: true })).errors).toEqual({
      reason: 'This field is required',
    });
    const moved = await admin.moved(id, 'Submitted', 'ReadyForPickup', {
      override: true,
      reason: 'Found on the shelf',
    });
    expect(moved.timeline.at(-1)).toMatchObject({
      to: 'ReadyForPickup',
      reason: 'Found on the shelf',
      text: expect.stringContaining('Overridden'),
    });
  });

  test('requests are assigned to staff only, in a transaction', async () => {
    const [one, two] = [await fileFree(), await fileFree()];
    const assign = (ids: number[], assignedToId: number | null) =>
      staff.call('POST', '/api/requests/submissions/assign', { ids, assignedToId });
    expect((await assign([one.id, two.id], student.user.id)).statusCode).toBe(422);
    expect((await assign([one.id, 999_999], admin.user.id)).statusCode).toBe(404);
    expect((await staff.see(one.id)).assignedTo).toBeNull();
    expect((await assign([one.id, two.id], admin.user.id)).json()).toEqual({ changed: 2 });
    expect((await assign([one.id, two.id], admin.user.id)).json()).toEqual({ changed: 0 });
    const detail = await staff.see(two.id);
    expect(detail.assignedTo?.id).toBe(admin.user.id);
    expect(detail.timeline.at(-1)).toMatchObject({ kind: 'assigned', who: staff.user.username });
    expect((await student.see(two.id)).timeline.map((entry) => entry.kind)).toEqual(['submitted']);
    expect((await assign([one.id], null)).json()).toEqual({ changed: 1 });
  });
});

describe('an outdated status', () => {
  test('is refused with 409 for one request', async () => {
    const { id } = await fileFree();
    await staff.moved(id, 'Submitted', 'InProcess');
    const refusal = await admin.move(id, 'Submitted', 'UnderReview');
    expect(refusal.statusCode).toBe(409);
    expect(expectProblem(refusal).errors).toEqual({ [id]: 'Now in status In process' });
  });

  test('is refused with 409 in bulk, naming the requests, and changes none', async () => {
    const rows = await Promise.all([fileFree(), fileFree(), fileFree()]);
    await staff.moved(rows[1].id, 'Submitted', 'UnderReview');
    const items = rows.map(({ id }) => ({ id, from: 'Submitted' }));
    const move = (given: object[], to = 'InProcess', more: object = {}) =>
      staff.call('POST', '/api/requests/submissions/status', { items: given, to, ...more });
    const refusal = await move(items);
    expect(refusal.statusCode).toBe(409);
    expect(Object.keys(expectProblem(refusal).errors ?? {})).toEqual([String(rows[1].id)]);
    expect((await staff.see(rows[0].id)).status).toBe('Submitted');
    expect(
      (
        await move([
          { id: rows[0].id, from: 'Submitted' },
          { id: 999_999, from: 'Submitted' },
        ])
      ).statusCode,
    ).toBe(404);
    const common = await staff.call('GET', `/api/requests/transitions?ids=${rows[0].id},${rows[2].id}`);
    expect(common.json<{ transitions: { to: string }[] }>().transitions.map((button) => button.to)).toEqual([
      'InProcess',
      'UnderReview',
      'CustomerActionNeeded',
      'Canceled',
    ]);
    expect((await move([items[0] ?? {}, items[2] ?? {}])).json()).toEqual({ changed: 2 });
    expect(
      (
        await move(
          [
            { id: rows[0].id, from: 'InProcess' },
            { id: rows[1].id, from: 'UnderReview' },
          ],
          'Completed',
        )
      ).statusCode,
    ).toBe(422);
    expect((await staff.see(rows[0].id)).status).toBe('InProcess');
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
