import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { publishDraft, publishForm } from '../factories/published-form.ts';
import { callApi, expectNoAxeViolations, expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

const SUBJECT = { 'x-field': 'String', type: 'string', title: 'Subject' } as const;
const DETAILS = { 'x-field': 'String', type: 'string', title: 'Details' } as const;

const publisher = () => newPage({ as: 'requestsadmin' });
const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const saved = (page: Page) => page.getByText(/^Draft saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();

describe('a draft in two tabs', () => {
  test('has the changes of both, asks where both changed the same, and is submitted as it was seen', async () => {
    const form = await publishForm(await publisher(), { subject: SUBJECT, details: DETAILS }, ['subject']);
    const one = await newPage({ as: 'student' });
    await one.goto(form.path);
    await box(one, 'Subject').fill('Chair');
    await saved(one);
    const two = await one.context().newPage();
    await two.goto(form.path);
    await box(two, 'Details').fill('Of oak');
    await saved(two);
    await box(one, 'Subject').fill('Armchair');
    await saved(one);
    await expect.poll(() => box(one, 'Details').inputValue()).toBe('Of oak');

    await box(two, 'Subject').fill('Rocking chair');
    const dialog = two.getByRole('dialog', { name: 'Which answers do you want to keep?' });
    const choices = dialog.getByRole('radiogroup', { name: 'Subject' });
    await choices.getByText('Armchair').waitFor();
    await expectNoAxeViolations(two);
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await two.getByText('Nothing more is saved until you have chosen').waitFor();
    await two.reload();
    await choices.getByText('Rocking chair').waitFor();
    expect(await dialog.getByRole('button', { name: 'Keep these' }).isDisabled()).toBe(true);
    await choices.getByRole('radio', { name: 'From here' }).check();
    await dialog.getByRole('button', { name: 'Keep these' }).click();
    await saved(two);
    expect([await box(two, 'Subject').inputValue(), await box(two, 'Details').inputValue()]).toEqual([
      'Rocking chair',
      'Of oak',
    ]);

    await one.getByRole('button', { name: 'Submit request' }).click();
    await one.getByText('Check them and submit again').waitFor();
    await expect.poll(() => box(one, 'Subject').inputValue()).toBe('Rocking chair');
    await one.getByRole('button', { name: 'Submit request' }).click();
    await one.getByText(/^Request #\d+ is submitted$/).waitFor();
    const id = Number(/viewsubmission\/(\d+)/.exec(one.url())?.[1]);
    const { data } = await callApi<SubmissionDetail>(one, 'GET', `/api/requests/submissions/${id}`);
    expect(data).toEqual({ subject: 'Rocking chair', details: 'Of oak' });

    await box(two, 'Details').fill('Of ash');
    await two.getByText('This draft was submitted or discarded elsewhere').waitFor();
    await two.getByRole('button', { name: 'Start again' }).click();
    await expect.poll(() => box(two, 'Subject').inputValue()).toBe('');
  });
});

describe('a draft of a form that is published again', () => {
  test('is compared with the new one, and finished as it was or taken over', async () => {
    const admin = await publisher();
    const form = await publishForm(admin, { subject: SUBJECT, details: DETAILS }, ['subject']);
    const page = await newPage({ as: 'student' });
    await page.goto(form.path);
    await box(page, 'Subject').fill('Chair');
    await box(page, 'Details').fill('Of oak');
    await saved(page);

    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: {
        subject: SUBJECT,
        agree: { 'x-field': 'Boolean', type: 'boolean', title: 'I have read the rules' },
        cost: { 'x-field': 'Cost', type: 'integer', title: 'Amount', minimum: 100, maximum: 1000 },
      },
      required: ['subject', 'agree', 'cost'],
      'x-order': ['subject', 'agree', 'cost'],
    };
    await callApi(admin, 'PUT', `/api/forms/${form.id}`, {
      draftSchema: schema,
      costType: 'DirectCostInput',
    });
    await publishDraft(admin, form.id);

    await page.getByRole('button', { name: 'Submit request' }).click();
    await page.getByRole('button', { name: 'Load it again' }).click();
    const choice = page.getByRole('region', { name: 'This form has changed since you started' });
    await choice.getByText('Priced by your answers').waitFor();
    await choice.getByText('I have read the rules (required)').waitFor();
    await choice.getByText('Details: Of oak').waitFor();
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await choice.getByRole('button', { name: 'Finish the form as I started it' }).click();
    await page.getByText('You are finishing version 1 of this form').waitFor();
    expect(await box(page, 'Details').inputValue()).toBe('Of oak');
    await page.getByRole('button', { name: 'Compare again' }).click();
    await choice.getByRole('button', { name: 'Continue with the new form' }).click();
    await page.getByRole('group', { name: 'I have read the rules' }).waitFor();
    expect(await box(page, 'Subject').inputValue()).toBe('Chair');
    await saved(page);
    await page.reload();
    await page.getByRole('group', { name: 'I have read the rules' }).waitFor();
    expect(await choice.count()).toBe(0);
  });
});
