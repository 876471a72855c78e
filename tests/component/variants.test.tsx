import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLACE_VARIANTS as PLACE } from '../factories/place-variants.ts';
import { formPage } from './form-page.tsx';

const ROOM = { place: { kind: 'room', room: 'B12', notes: 'Ring twice' } };

test('a form of the value is chosen, and only its inputs are there', async () => {
  const { screen, submitted } = await formPage({ place: PLACE }, { required: ['place'] });
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 'Online');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Address' }), 'https://meet.example/1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted).toEqual([{ place: { kind: 'online', address: 'https://meet.example/1' } }]);
});

test('what only the other form has goes with it, what both have stays, and changing back brings all of it back', async () => {
  const { screen, data } = await formPage({ place: PLACE }, { data: ROOM });
  const choice = screen.getByRole('combobox', { name: 'Place' });
  await userEvent.selectOptions(choice, 'Online');
  expect(data()).toEqual({ place: { kind: 'online', notes: 'Ring twice' } });
  await userEvent.selectOptions(choice, 'Room');
  expect(data()).toEqual(ROOM);
});

test('an optional value can be removed', async () => {
  const { screen, data } = await formPage({ place: PLACE }, { data: ROOM });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 'None');
  expect(data()).toEqual({});
});

test('missing choices and values are reported at their inputs', async () => {
  const { screen, submitted } = await formPage({ place: PLACE }, { required: ['place'] });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const summary = screen.getByRole('alert');
  await expect.poll(() => summary.element().textContent).toContain('Choose “Place”');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 'Room');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(summary.getByRole('link'));
  await expect.element(screen.getByRole('textbox', { name: 'Room number' })).toHaveFocus();
  expect(submitted).toEqual([]);
});
