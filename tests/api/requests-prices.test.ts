import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { PriceRule, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, numberField, publishDraft, publishForm, startRequestsApp } from './request-calls.ts';
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

const LINES: PriceRule[] = [
  { label: 'Setup', amount: '5' },
  { label: 'Cutting', amount: '0.15 * length * width' },
  { label: 'Minimum charge', amount: 'max(0, 8 - subtotal)' },
];

function signForm(lines: PriceRule[] = LINES): RequestFormSchema {
  return { ...formOf({ length: numberField(), width: numberField() }, ['length']), 'x-price': lines };
}

const PRICED = { costType: 'DirectCostInput' };

describe('price lines', () => {
  test('determine the price of a request, also on behalf of someone, and explain it', async () => {
    const form = await publishForm(admin, signForm(), PRICED);
    const request = await student.file(form.name, { length: 2.5, width: 3.3 });
    expect(request).toMatchObject({ status: 'PaymentPending', costCents: 800 });
    expect(request.priceLines).toEqual([
      { label: 'Setup', cents: 500 },
      { label: 'Cutting', cents: 124 },
      { label: 'Minimum charge', cents: 176 },
    ]);
    const { version } = await staff.open(form.name);
    const behalf = await staff.call('POST', '/api/requests/submissions', {
      formVersionId: version.id,
      data: { length: 10, width: 10 },
      customer: student.user.username,
    });
    expect(behalf.json()).toMatchObject({ costCents: 2000, submittedBy: { id: student.user.id } });
  });

  test('of the version that a request was submitted on also price its changed answers', async () => {
    const form = await publishForm(admin, signForm(), PRICED);
    const { id, formVersion } = await student.file(form.name, { length: 10, width: 10 });
    const raised = signForm([{ label: 'All', amount: '99' }]);
    const { version } = (await admin.call('PUT', `/api/forms/${form.id}`, { draftSchema: raised })).json<{
      version: number;
    }>();
    const plan = await admin.call('POST', '/api/forms/actions/publish/plan', { ids: [form.id] });
    expect(plan.json()).toMatchObject({ notes: [{ places: [{ label: 'Price lines' }] }, expect.anything()] });
    expect((await publishDraft(admin, form.id, version)).statusCode).toBe(200);
    expect((await student.file(form.name, { length: 10, width: 10 })).costCents).toBe(9900);
    await staff.moved(id, 'PaymentPending', 'CustomerActionNeeded', { reason: 'Too small' });
    const changed = await student.call('POST', `/api/requests/submissions/${id}/resubmit`, {
      ...{ formVersionId: formVersion.id, from: 'CustomerActionNeeded' },
      data: { length: 20, width: 10 },
    });
    expect(changed.json()).toMatchObject({ status: 'PaymentPending', costCents: 3500 });
  });

  test('leave the price to staff where an answer is missing', async () => {
    const form = await publishForm(admin, signForm(), PRICED);
    const { id, ...request } = await student.file(form.name, { length: 10 });
    expect(request).toMatchObject({ status: 'Submitted', costCents: null, priceLines: [], waitingFor: 'Staff' });
    expect((await student.move(id, 'Submitted', 'PaymentPending', { costCents: 1 })).statusCode).toBe(409);
    expect(expectProblem(await staff.move(id, 'Submitted', 'PaymentPending')).errors).toEqual({
      costCents: 'This field is required',
    });
    const priced: SubmissionDetail = await staff.moved(id, 'Submitted', 'PaymentPending', { costCents: 1200 });
    expect(priced).toMatchObject({ status: 'PaymentPending', costCents: 1200, priceLines: [] });
    const correction = { seen: { [id]: 1200 }, inputs: { costCents: 1100, reason: 'Discount' } };
    expect((await staff.act('correctPrice', [id], correction)).statusCode).toBe(200);
    expect((await student.see(id)).costCents).toBe(1100);
  });

  test('with a fault are refused at their line and position', async () => {
    const form = await publishForm(admin, signForm(), PRICED);
    const draftSchema = signForm([...LINES, { label: 'Tip', amount: '2 * lenght' }]);
    const refusal = await admin.call('PUT', `/api/forms/${form.id}`, { draftSchema });
    expect(refusal.statusCode).toBe(400);
    expect(expectProblem(refusal).errors).toEqual({
      'draftSchema/x-price/3/amount': 'Character 5: This form has no field named “lenght”',
    });
  });
});
