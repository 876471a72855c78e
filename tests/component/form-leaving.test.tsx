import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useState } from 'react';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { NO_SERVICES, type FormData, type FormServices } from '../../src/forms/shared/formServices.ts';
import { RequestForm } from '../../src/forms/RequestForm.tsx';
import { Button } from '../../src/ui/Button.tsx';

const inches = (title: string): RequestField => ({ 'x-field': 'Double', type: 'number', title });
const day = (title: string, more: Partial<RequestField> = {}): RequestField => ({
  ...{ 'x-field': 'Date', type: 'string', format: 'date', title },
  ...more,
});

async function openForm(properties: Record<string, RequestField>, services: Partial<FormServices> = {}) {
  const schema: RequestFormSchema = {
    ...{ type: 'object', additionalProperties: false, properties },
    ...{ required: [], 'x-order': Object.keys(properties) },
  };
  const submitted: FormData[] = [];
  const whole = { ...NO_SERVICES, ...services };
  function Page() {
    const [data, setData] = useState<FormData>({});
    return (
      <RequestForm
        schema={schema}
        validatorUrl={null}
        data={data}
        onChange={setData}
        onSubmit={(next) => submitted.push(next)}
        services={whole}
        timezone="America/New_York"
      >
        <Button type="submit">Send</Button>
      </RequestForm>
    );
  }
  await render(<Page />);
  return submitted;
}

const box = (name: string | RegExp) => page.getByRole('textbox', { name });
const alertText = () => page.getByRole('alert').element().textContent;
const summary = () => page.getByRole('alert').query();

test('a rule across answers is checked when its field is left, and corrected from either', async () => {
  const message = 'Make one side 42 in or less';
  const when = { all: ['width', 'height'].map((field) => ({ field, is: 'moreThan' as const, value: 42 })) };
  await openForm({ width: inches('Width'), height: { ...inches('Height'), 'x-rules': [{ when, message }] } });
  await userEvent.fill(box(/Width/), '43');
  await userEvent.fill(box(/Height/), '48');
  expect(page.getByText(message).query()).toBeNull();
  await userEvent.tab();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(box(/Height/)).toHaveAttribute('aria-invalid', 'true');
  // The list of errors is for an attempt to send.
  expect(summary()).toBeNull();
  await userEvent.fill(box(/Width/), '42');
  await expect.poll(() => page.getByText(message).query()).toBeNull();
});

test('an empty field that is left is not yet a fault', async () => {
  await openForm({
    agree: { 'x-field': 'Boolean', type: 'boolean', title: 'I agree', 'x-consent': true },
    n: inches('Size'),
  });
  await userEvent.click(box(/Size/));
  await userEvent.tab();
  await userEvent.tab();
  expect(page.getByText('You need to agree to continue').query()).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain('I agree: You need to agree to continue');
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree' }));
  await expect.poll(alertText).toContain('All fields are corrected');
});

test('after a refused attempt the summary lists its errors alone, and nothing below it moves', async () => {
  const message = 'Make it 42 in or less';
  const atMost = { 'x-rules': [{ when: { field: 'height', is: 'moreThan' as const, value: 42 }, message }] };
  await openForm({
    width: inches('Width'),
    height: { ...inches('Height'), ...atMost },
    agree: { 'x-field': 'Boolean', type: 'boolean', title: 'I agree', 'x-consent': true },
  });
  const topOf = (name: string) => box(name).element().getBoundingClientRect().top;
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain('One field needs your attention');
  const [width, height] = [topOf('Width'), topOf('Height')];
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree' }));
  await expect.poll(alertText).toContain('All fields are corrected');
  expect([topOf('Width'), topOf('Height')]).toEqual([width, height]);
  await userEvent.fill(box('Height'), '43');
  await userEvent.tab({ shift: true });
  await expect.element(box('Height')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(box('Width')).toHaveFocus();
  expect([topOf('Width'), topOf('Height')]).toEqual([width, height]);
  expect(alertText()).not.toContain(message);
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain(message);
  await userEvent.fill(box('Height'), '42');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(summary).toBeNull();
});

test('a date before another one says from when on', async () => {
  const submitted = await openForm({
    from: day('Pick-up'),
    to: day('Return', { 'x-earliest': { from: 'from', days: 1 } }),
  });
  await userEvent.fill(box(/Pick-up/), '11/22/2030');
  await userEvent.fill(box(/Return/), '11/20/2030');
  await userEvent.tab();
  // The same when it is left and when it is submitted.
  await expect.element(page.getByText('Choose a date from Nov 23, 2030')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain('Choose a date from Nov 23, 2030');
  await userEvent.fill(box(/Return/), '11/23/2030');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted).toEqual([{ from: '2030-11-22', to: '2030-11-23' }]);
});

test('a place that is closed then is named, once it is known', async () => {
  const submitted = await openForm(
    { at: day('Pick-up', { 'x-place': 3 }) },
    {
      placeDay: (_, date) =>
        Promise.resolve({
          ...{ name: 'Makeshop', timezone: 'America/New_York' },
          day: { date, intervals: date === '2030-11-28' ? [] : [{ from: 9, to: 17 }], reason: null },
        }),
    },
  );
  await userEvent.fill(box(/Pick-up/), '11/28/2030');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain('Makeshop is closed on Nov 28, 2030');
  expect(submitted).toEqual([]);
  await userEvent.fill(box(/Pick-up/), '11/29/2030');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted).toEqual([{ at: '2030-11-29' }]);
});

test('“Other” without its text is not submitted beside other choices', async () => {
  const options = { enum: ['pla', 'petg'], 'x-labels': ['PLA', 'PETG'], 'x-other': true as const };
  const submitted = await openForm({
    several: { 'x-field': 'MultiSelect', type: 'array', title: 'Several', ...options },
  });
  await userEvent.click(page.getByRole('checkbox', { name: 'PETG' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Other' }));
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain('Enter text for “Other”, or deselect it');
  expect(submitted).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Other' }));
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted).toEqual([{ several: ['petg'] }]);
});

test('“Other” without its text is flagged when a single choice is left, and not submitted', async () => {
  const options = { enum: ['pla', 'petg'], 'x-labels': ['PLA', 'PETG'], 'x-other': true as const };
  const submitted = await openForm({ one: { 'x-field': 'Select', type: 'string', title: 'One', ...options } });
  const message = 'Enter text for “Other”, or choose another option';
  const text = page.getByRole('textbox', { name: 'Please specify: One' });
  await userEvent.click(page.getByRole('radio', { name: 'Other' }));
  await userEvent.click(text);
  expect(page.getByText(message).query()).toBeNull();
  await userEvent.tab();
  await expect.element(page.getByText(message)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(alertText).toContain(message);
  expect(submitted).toEqual([]);
  await userEvent.fill(text, 'Oak');
  await userEvent.clear(text);
  await expect.element(page.getByRole('radio', { name: 'Other' })).toBeChecked();
  await userEvent.tab();
  await expect.poll(alertText).toContain(message);
  await userEvent.click(page.getByRole('button', { name: 'Clear choice: One' }));
  await expect.poll(alertText).toContain('All fields are corrected');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted).toEqual([{}]);
});

test('“Other” takes a text, beside one choice or several', async () => {
  const options = { enum: ['pla', 'petg'], 'x-labels': ['PLA', 'PETG'], 'x-other': true as const };
  const submitted = await openForm({
    one: { 'x-field': 'Select', type: 'string', title: 'One', ...options },
    several: { 'x-field': 'MultiSelect', type: 'array', title: 'Several', ...options },
  });
  await userEvent.click(page.getByRole('radio', { name: 'Other' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Please specify: One' }), 'Oak');
  await userEvent.click(page.getByRole('checkbox', { name: 'PETG' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Other' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Please specify: Several' }), 'Ash');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted).toEqual([{ one: 'Oak', several: ['petg', 'Ash'] }]);
  await userEvent.click(page.getByRole('radio', { name: 'PLA' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Other' }));
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ one: 'pla', several: ['petg'] });
});
