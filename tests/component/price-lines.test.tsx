import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formFaults } from '../../src/console/resources/forms/editor/fieldFaults.ts';
import { PriceEditor } from '../../src/console/resources/forms/editor/PriceEditor.tsx';
import type { FormEditor } from '../../src/console/resources/forms/editor/useFormEditor.tsx';
import { FormAside } from '../../src/portal/requests/form/FormAside.tsx';
import { priceIn } from '../../src/portal/requests/form/price.ts';
import type { PriceRule, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { ANSWERS, pricedForm } from '../factories/price-cases.ts';
import { sitePage } from './site-page.tsx';

/** The price lines of a form, and what they have become. */
async function priceEditor(...rules: PriceRule[]): Promise<() => PriceRule[] | undefined> {
  let current: RequestFormSchema = pricedForm(...rules);
  function Page() {
    const [schema, edit] = useState(current);
    current = schema;
    const faults = formFaults(schema, 'DirectCostInput');
    return (
      <PriceEditor editor={{ form: { costType: 'DirectCostInput' }, schema, faults, edit } as unknown as FormEditor} />
    );
  }
  await sitePage({ pattern: '/', address: '/', screen: <Page />, answers: {} });
  return () => current['x-price'];
}

const SETUP = { label: 'Setup', amount: '5' };
const AREA = { label: 'Area', amount: 'width * height' };

test('a publisher adds, fills in, moves and removes price lines', async () => {
  const lines = await priceEditor(SETUP);
  await userEvent.click(page.getByRole('button', { name: 'Add price line' }));
  const added = page.getByRole('group', { name: 'Price line 2' });
  await expect.element(added.getByLabelText('Label')).toHaveFocus();
  await expect.element(added.getByText('Enter a label')).toBeVisible();
  await userEvent.fill(added.getByLabelText('Label'), 'Area');
  await userEvent.fill(added.getByLabelText('Formula'), 'width * ');
  await expect.element(added.getByText('Character 9: Expected a number or a field at the end')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'height', exact: true }));
  await expect.element(added.getByLabelText('Formula')).toHaveFocus();
  expect(lines()).toEqual([SETUP, AREA]);
  await userEvent.click(page.getByRole('button', { name: 'Move line 2 up' }));
  expect(lines()).toEqual([AREA, SETUP]);
  await expect.element(page.getByText('Line 2 is now line 1 of 2')).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Remove line 1' }));
  expect(lines()).toEqual([SETUP]);
  await userEvent.click(page.getByRole('button', { name: 'Remove line 1' }));
  expect(lines()).toBeUndefined();
  await expect.element(page.getByRole('button', { name: 'Add price line' })).toHaveFocus();
});

test('the worked example follows its answers', async () => {
  await priceEditor(SETUP, AREA, { label: 'Rush', amount: 'if(rush, 10, 0)' });
  const example = page.getByRole('region', { name: 'Worked example' });
  await expect.element(example.getByText('$16.00')).toBeVisible();
  await userEvent.fill(example.getByLabelText(/^Width/), '12.5');
  await userEvent.fill(example.getByLabelText(/^Height/), '2');
  await expect.element(example.getByText('$40.00')).toBeVisible();
  await expect.element(example.getByText('$25.00')).toBeVisible();
  await userEvent.fill(example.getByLabelText(/^Width/), '');
  await expect.element(example.getByText('No price: staff set it for these answers.')).toBeVisible();
});

test('the price of a form is announced once the person stops typing', async () => {
  const schema = pricedForm(SETUP, AREA);
  function Aside() {
    const [height, setHeight] = useState(1);
    return (
      <>
        <button onClick={() => setHeight(height + 1)}>Higher</button>
        <FormAside
          costType="DirectCostInput"
          price={priceIn('DirectCostInput', schema, { ...ANSWERS, finish: null, wood: null, height })}
        />
      </>
    );
  }
  await sitePage({ pattern: '/', address: '/', screen: <Aside />, answers: {} });
  const announcement = page.getByRole('complementary').getByRole('status');
  await expect.element(announcement).toHaveTextContent('Price: $17.50');
  await userEvent.click(page.getByRole('button', { name: 'Higher' }));
  await userEvent.click(page.getByRole('button', { name: 'Higher' }));
  expect(announcement.element().textContent).toBe('Price: $17.50');
  await expect.element(page.getByRole('complementary').getByText('$37.50', { exact: true })).toBeVisible();
  await expect.element(announcement).toHaveTextContent('Price: $42.50');
});
