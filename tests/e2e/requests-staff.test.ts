import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { RequestField } from '../../domain/requests/request-form.ts';
import { publishDraft } from '../factories/published-form.ts';
import { callApi, newPage, useBrowser, expectAccessible, LOOKS } from './support.ts';

useBrowser();

interface Made {
  id: number;
  name: string;
  title: string;
}

/** A form of its own, published, that asks for a note. */
async function makeForm(
  admin: Page,
  title: string,
  costType = 'Free',
  fields?: Record<string, RequestField>,
): Promise<Made> {
  const properties = fields ?? { note: { 'x-field': 'String', type: 'string', title: 'Note' } satisfies RequestField };
  const draftSchema = {
    type: 'object',
    additionalProperties: false,
    required: [],
    'x-order': Object.keys(properties),
    properties,
  };
  const name = `form-${randomUUID().slice(0, 8)}`;
  const form = await callApi<{ id: number; version: number }>(admin, 'POST', '/api/forms', {
    name,
    title,
    costType,
    active: true,
    draftSchema,
  });
  await publishDraft(admin, form.id);
  return { id: form.id, name, title };
}

async function fileRequests(form: Made, count: number): Promise<number[]> {
  const student = await newPage({ as: 'student' });
  const { version } = await callApi<OpenForm>(student, 'GET', `/api/requests/form?form=${form.name}`);
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await callApi<SubmissionDetail>(student, 'POST', '/api/requests/submissions', {
      formVersionId: version.id,
      data: { note: `Number ${index + 1}` },
    });
    ids.push(made.id);
  }
  return ids;
}

async function publishNow(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `Publish version ${number}` }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Publish' }).click();
  await page.getByText(/is published$/).waitFor();
}

test('staff who submit for a customer see the request as staff, with the name of its customer', async () => {
  const form = await makeForm(await newPage({ as: 'requestsadmin' }), 'Asked at the desk');
  const staff = await newPage({ as: 'requestsprocessor' });
  await staff.goto(`/requests/view/${form.name}`);
  await staff.getByRole('textbox', { name: 'Customer' }).fill('student');
  await staff.getByRole('textbox', { name: 'Note' }).fill('By phone');
  await staff.getByRole('button', { name: 'Submit request' }).click();
  await staff.getByText('It belongs to Student, who can follow it under My requests.').waitFor();
  await staff.getByRole('link', { name: 'All requests' }).waitFor();
  expect(new URL(staff.url()).pathname).toMatch(/^\/requests\/viewsubmission\/\d+$/);
});

test('a price is corrected on the page, and a quote is accepted at no other price than the one shown', async () => {
  const form = await makeForm(await newPage({ as: 'requestsadmin' }), 'Quoted work', 'Quoted');
  const [id] = await fileRequests(form, 1);
  const staff = await newPage({ as: 'requestsprocessor' });
  const act = (action: string, inputs = {}) =>
    callApi(staff, 'POST', `/api/submissions/actions/${action}`, { ids: [id], inputs });
  await act('underReview');
  await act('quoted', { costCents: 1250 });
  const student = await newPage({ as: 'student' });
  await student.goto(`/requests/viewsubmission/${id}`);
  await student.getByRole('button', { name: 'Mark as Accepted' }).click();
  await student.getByRole('button', { name: 'Accept for $12.50' }).waitFor();

  await staff.goto(`/requests/viewsubmission/${id}/staff`);
  await staff.getByRole('button', { name: 'More', exact: true }).click();
  await staff.getByRole('menuitem', { name: 'Correct the price' }).click();
  await staff.getByLabel('New price').fill('99');
  await staff.getByLabel('Reason').fill('Two sheets');
  await staff.getByRole('button', { name: 'Correct price' }).click();
  await staff.getByText('$99.00 quoted').waitFor();

  await student.getByRole('button', { name: 'Accept for $12.50' }).click();
  await student.getByText('It has changed: Cost is "$99.00" now.').waitFor();
  await student.getByRole('button', { name: 'Cancel' }).last().click();
  await student.getByText('$99.00 quoted').waitFor();
});

const links = (page: Page) => page.getByRole('table', { name: 'Requests' }).getByRole('link').allTextContents();

describe('the groups of forms', () => {
  test('take a new one, and are shown again with it', async () => {
    const page = await newPage({ as: 'requestsadmin' });
    await page.goto('/requests/manage');
    await page.getByRole('link', { name: 'New group' }).click();
    const title = `Group ${randomUUID().slice(0, 8)}`;
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Name').fill(title.toLowerCase().replace(' ', '-'));
    await page.getByRole('button', { name: 'Create form group' }).click();
    await page.getByRole('heading', { level: 1, name: 'Manage requests' }).waitFor();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/requests/manage');
  });
});

describe('the list of requests', () => {
  test('keeps filters, order and page in the address, with back and forward', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Filter ${randomUUID().slice(0, 6)}`);
    const ids = await fileRequests(form, 3);
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto(`/requests/viewsubmissions?formId=${form.id}&sortBy=id&sortOrder=asc`);
    await page.getByRole('link', { name: `#${ids[0]}`, exact: true }).waitFor();
    expect(await links(page)).toEqual(ids.map((id) => `#${id}`));
    await page.getByRole('columnheader', { name: 'Request' }).getByRole('button').click();
    await expect.poll(() => links(page)).toEqual([...ids].reverse().map((id) => `#${id}`));
    await page.getByRole('button', { name: 'Remove filter Form' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('formId')).toBeNull();
    await page.goBack();
    await page.getByRole('button', { name: `Form is ${form.title}` }).waitFor();
    await expect.poll(() => links(page)).toEqual([...ids].reverse().map((id) => `#${id}`));
    await page.goBack();
    await expect.poll(() => links(page)).toEqual(ids.map((id) => `#${id}`));
    await page.goForward();
    await expect.poll(() => links(page)).toEqual([...ids].reverse().map((id) => `#${id}`));
  });

  test('filters by status and by assignee, and says when nothing is left', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Status ${randomUUID().slice(0, 6)}`);
    const [first, second] = await fileRequests(form, 2);
    const page = await newPage({ as: 'requestsprocessor' });
    await callApi(page, 'POST', '/api/submissions/actions/inProcess', { ids: [first] });
    await page.goto(`/requests/viewsubmissions?formId=${form.id}`);
    await page.getByRole('button', { name: 'Assigned to', exact: true }).click();
    await page.getByRole('button', { name: 'Me', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => links(page)).toEqual([`#${first}`]);
    await page.getByRole('button', { name: 'Remove filter Assigned to' }).click();
    await expect.poll(() => links(page)).toEqual([`#${second}`, `#${first}`]);
    await page.getByRole('search').getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Delayed' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No requests match this filter' }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('Delayed');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect.poll(() => page.url()).not.toContain('status=');
  });

  test('remembers the columns with the account', async () => {
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto('/requests/viewsubmissions');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Group' }).check();
    await page.getByRole('columnheader', { name: 'Group' }).waitFor();
    expect(new URL(page.url()).searchParams.get('columns')).toContain('formGroup');
    await expect
      .poll(async () => JSON.stringify(await callApi(page, 'GET', '/api/preferences/list-submissions')))
      .toContain('formGroup');
    const again = await newPage({ as: 'requestsprocessor' });
    await again.goto('/requests/viewsubmissions');
    await again.getByRole('columnheader', { name: 'Group' }).waitFor();
    await again.getByRole('button', { name: 'View', exact: true }).click();
    await again.getByRole('button', { name: 'Reset to the default view' }).click();
    await expect.poll(() => again.getByRole('columnheader', { name: 'Group' }).count()).toBe(0);
  });

  test('exports all that the filter matches, with the shown columns and each question', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Export ${randomUUID().slice(0, 6)}`);
    const ids = await fileRequests(form, 2);
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto(
      `/requests/viewsubmissions?formId=${form.id}&itemsPerPage=1&sortBy=id&sortOrder=asc&columns=id,form,status`,
    );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /Shown columns/ }).click(),
    ]);
    const lines = (await text(await download.createReadStream())).trim().split('\r\n');
    expect(lines[0]).toMatch(/,Note$/);
    expect(lines.slice(1)).toEqual(ids.map((id, index) => `${id},${form.title},Submitted,Number ${index + 1}`));
  });

  test('leads to the request, and back to the list as it was', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Open ${randomUUID().slice(0, 6)}`);
    const [id] = await fileRequests(form, 1);
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto(`/requests/viewsubmissions?formId=${form.id}`);
    await page.getByRole('link', { name: `#${id}` }).click();
    await page.waitForURL(`**/requests/viewsubmission/${id}/staff`);
    await page.getByText('Number 1').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: `Form is ${form.title}` }).waitFor();
  });
});

describe('several requests at the same time', () => {
  test('are assigned and moved on by what all of them allow', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Bulk ${randomUUID().slice(0, 6)}`);
    const ids = await fileRequests(form, 2);
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto(`/requests/viewsubmissions?formId=${form.id}`);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Assign (2)' }).click();
    const assign = page.getByRole('dialog', { name: 'Assign 2 requests' });
    await assign.getByRole('radio', { name: 'Requests processor' }).check();
    await assign.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('2 requests are assigned.').waitFor();
    await expect.poll(() => page.getByRole('cell', { name: 'Requests processor' }).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await page.getByRole('button', { name: 'Mark as In process (2)' }).click();
    await page.getByText('2 requests are marked as in process.').waitFor();
    await expect.poll(() => page.getByRole('cell', { name: 'In process' }).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Mark as Delayed (2)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark 2 requests as Delayed' });
    await dialog.getByRole('button', { name: 'Mark as Delayed' }).click();
    await expect.poll(() => dialog.getByText('This field is required').count()).toBe(2);
    await dialog.getByLabel('Expected on').fill('2099-05-01');
    await dialog.getByLabel('Reason').fill('The machine is being serviced');
    await dialog.getByRole('button', { name: 'Mark as Delayed' }).click();
    await page.getByText('2 requests are marked as delayed.').waitFor();
    for (const id of ids) {
      const detail = await callApi<SubmissionDetail>(page, 'GET', `/api/requests/submissions/${id}`);
      expect(detail).toMatchObject({
        status: 'Delayed',
        reason: 'The machine is being serviced',
        assignedTo: { username: 'requestsprocessor' },
      });
    }
  });

  test('stay unchanged when another person has moved one of them, which is named', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Late ${randomUUID().slice(0, 6)}`);
    const [first = 0, second = 0] = await fileRequests(form, 2);
    const page = await newPage({ as: 'requestsprocessor' });
    await page.goto(`/requests/viewsubmissions?formId=${form.id}`);
    await page.getByRole('checkbox', { name: 'Select the rows on this page' }).check();
    await page.getByRole('button', { name: 'Mark as In process' }).waitFor();
    await callApi(admin, 'POST', '/api/submissions/actions/underReview', { ids: [second] });
    await page.getByRole('button', { name: 'Mark as In process' }).click();
    await page.getByText(`#${second}: It has changed`).waitFor();
    await page.getByRole('cell', { name: 'Under review' }).waitFor();
    expect((await callApi<SubmissionDetail>(page, 'GET', `/api/requests/submissions/${first}`)).status).toBe(
      'Submitted',
    );
  });
});

describe('the form editor', () => {
  test('makes a form by keyboard, shows it as it grows, and publishes it for students', async () => {
    const page = await newPage({ as: 'requestsadmin' });
    const title = `Kayak loan ${randomUUID().slice(0, 6)}`;
    await page.goto('/requests/manage');
    await page.getByRole('button', { name: 'New form', exact: true }).click();
    await page.getByLabel('Title').fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();

    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Choice', exact: true }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id.endsWith('_title'))).toBe(true);
    await page.getByLabel('Label').fill('Which kayak?');
    const option = (number: number) =>
      page.getByRole('group', { name: `Option ${number}`, exact: true }).getByRole('textbox');
    await option(1).click();
    await page.getByText('whichKayak', { exact: true }).waitFor();
    expect(await option(1).evaluate((input) => input === document.activeElement)).toBe(true);
    await option(1).fill('Single');
    await option(2).fill('Double');
    const preview = page.getByRole('tabpanel');
    await preview.getByRole('radio', { name: 'Double' }).waitFor();

    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Text', exact: true }).press('Enter');
    await page.getByLabel('Label').fill('Name of the second person');
    await page.getByRole('checkbox', { name: 'Required' }).check();
    await page.getByRole('button', { name: 'Show only when…' }).click();
    await page.getByRole('combobox', { name: 'Condition 1: value' }).selectOption('Double');
    expect(await preview.getByLabel('Name of the second person').count()).toBe(0);
    await preview.getByRole('radio', { name: 'Double' }).check();
    await preview.getByRole('button', { name: 'Submit request' }).click();
    await preview.getByText('This field is required').first().waitFor();
    await preview.getByLabel('Name of the second person').fill('Robin');
    await preview.getByRole('button', { name: 'Submit request' }).click();
    await preview.getByText('These answers can be submitted').waitFor();

    await page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This is the first version').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(`“${title}” is published`).waitFor();
    await page.getByRole('button', { name: 'Publish version 2' }).waitFor();

    const student = await newPage({ as: 'student' });
    const name = title.toLowerCase().replaceAll(' ', '-');
    await student.goto(`/requests/view/${name}`);
    await student.getByRole('radio', { name: 'Single' }).check();
    await student.getByRole('button', { name: 'Submit request' }).click();
    await student.waitForURL('**/requests/viewsubmission/**');
  });

  test('continues from the published version, and publishes it again', async () => {
    const page = await newPage({ as: 'requestsadmin' });
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: [],
      'x-order': ['note'],
      properties: { note: { 'x-field': 'String', type: 'string', title: 'Note' } },
    };
    const id = randomUUID().slice(0, 8);
    const form = await callApi<Made>(page, 'POST', '/api/forms', {
      name: `first-${id}`,
      title: `First ${id}`,
      costType: 'Free',
      active: true,
      draftSchema: schema,
    });
    await page.goto(`/requests/manage/form/${form.id}`);
    await page.getByRole('button', { name: 'Duplicate Note' }).click();
    await publishNow(page, 1);
    await page.getByRole('tab', { name: 'History (1)' }).waitFor();
    await page.getByRole('button', { name: 'Remove Note (copy)' }).click();
    await publishNow(page, 2);
    await page.getByRole('tab', { name: 'History (2)' }).waitFor();
    const { version } = await callApi<OpenForm>(page, 'GET', `/api/requests/form?form=first-${id}`);
    expect([version.number, version.schema['x-order']]).toEqual([2, ['note']]);
  });

  test('moves fields by mouse and by keyboard, copies and removes them, and takes every step back', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const text = (title: string): RequestField => ({ 'x-field': 'String', type: 'string', title });
    const form = await makeForm(admin, `Order ${randomUUID().slice(0, 6)}`, 'Free', {
      one: text('One'),
      two: text('Two'),
      three: text('Three'),
    });
    const page = await newPage({ as: 'requestsadmin' });
    await page.goto(`/requests/manage/form/${form.id}`);
    const handle = (title: string) => page.getByRole('button', { name: new RegExp(`^Move ${title}, field`) });
    const order = async () =>
      (await page.getByRole('button', { name: /, field \d of/ }).all()).length === 0
        ? []
        : page
            .getByRole('button', { name: /, field \d of/ })
            .evaluateAll((handles) => handles.map((one) => one.getAttribute('data-handle')));
    await handle('One').waitFor();
    await handle('One').press('ArrowDown');
    await expect.poll(order).toEqual(['two', 'one', 'three']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-handle'))).toBe('one');
    await page.getByText('One is now field 2 of 3').waitFor();
    await handle('Three').dragTo(handle('Two'), { targetPosition: { x: 5, y: 2 } });
    await expect.poll(order).toEqual(['three', 'two', 'one']);
    await page.getByRole('button', { name: 'Duplicate Two' }).click();
    await expect.poll(order).toEqual(['three', 'two', 'twoCopy', 'one']);
    await page.getByRole('button', { name: 'Remove Three' }).click();
    await expect.poll(order).toEqual(['two', 'twoCopy', 'one']);
    for (const expected of [
      ['three', 'two', 'twoCopy', 'one'],
      ['three', 'two', 'one'],
      ['two', 'one', 'three'],
      ['one', 'two', 'three'],
    ]) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(order).toEqual(expected);
    }
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(order).toEqual(['two', 'one', 'three']);
    await page.getByText(/^Saved \d/).waitFor();
    await page.reload();
    await expect.poll(order).toEqual(['two', 'one', 'three']);
  });

  test('says beside the setting what is wrong, and neither saves nor publishes until it is mended', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Faulty ${randomUUID().slice(0, 6)}`, 'Free', {
      size: { 'x-field': 'Integer', type: 'integer', title: 'Size' },
    });
    const page = await newPage({ as: 'requestsadmin' });
    await page.goto(`/requests/manage/form/${form.id}`);
    await page.getByRole('button', { name: 'Size (optional) Whole number' }).click();
    await page.getByLabel('Minimum').fill('9');
    await page.getByLabel('Maximum').fill('3');
    await page.getByText('The largest value is below the smallest (9)').first().waitFor();
    await page.getByText('Not saved: correct 1 marked setting').waitFor();
    expect(await page.getByRole('button', { name: 'Publish version 2' }).isDisabled()).toBe(true);
    await page.getByLabel('Maximum').fill('30');
    await page.getByText(/^Saved \d/).waitFor();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Size: limits').waitFor();
  });

  test('adds what a cost type needs, and says how many requests keep older versions', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Paid ${randomUUID().slice(0, 6)}`);
    await fileRequests(form, 2);
    const { version } = await callApi<{ version: number }>(admin, 'GET', `/api/forms/${form.id}`);
    await callApi(admin, 'PUT', `/api/forms/${form.id}`, { costType: 'DirectCostInput', version });
    const page = await newPage({ as: 'requestsadmin' });
    await page.goto(`/requests/manage/form/${form.id}`);
    await page.getByText('needs an amount field named "cost"').waitFor();
    await page.getByRole('button', { name: 'Add Amount' }).click();
    await page.getByText(/^Saved \d/).waitFor();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('2 open requests use older versions. Nothing changes for them.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText(`“${form.title}” is published`).waitFor();
    await page.getByRole('tab', { name: 'History (2)' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Version 1' })
      .getByRole('button', { name: /^Restore as draft/ })
      .click();
    await page.getByText('Version 1 is now the draft').waitFor();
    await page.getByText('needs an amount field named "cost"').waitFor();
  });

  test('lets two people see that they edit the same form, and loses neither one’s work', async () => {
    const admin = await newPage({ as: 'requestsadmin' });
    const form = await makeForm(admin, `Two ${randomUUID().slice(0, 6)}`);
    const page = await newPage({ as: 'requestsadmin' });
    await page.goto(`/requests/manage/form/${form.id}`);
    await page.getByRole('button', { name: 'Note (optional) Text' }).click();
    const theirs = {
      type: 'object',
      additionalProperties: false,
      required: [],
      'x-order': ['theirs'],
      properties: { theirs: { 'x-field': 'String', type: 'string', title: 'Theirs' } },
    };
    await callApi(admin, 'PUT', `/api/forms/${form.id}`, { draftSchema: theirs });
    await page.getByLabel('Label').fill('Mine');
    await page.getByText('Someone else changed this form').waitFor();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByRole('button', { name: 'Theirs (optional) Text' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Mine (optional) Text' }).waitFor();
    await expect
      .poll(async () => JSON.stringify(await callApi(admin, 'GET', `/api/forms/${form.id}`)))
      .toContain('"Mine"');
  });
});

test('groups and forms are put in order, switched off and opened from one page', async () => {
  const admin = await newPage({ as: 'requestsadmin' });
  const form = await makeForm(admin, `Manage ${randomUUID().slice(0, 6)}`);
  const page = await newPage({ as: 'requestsadmin' });
  await page.goto('/requests/manage');
  const row = page.getByRole('row', { name: form.title });
  await row.getByText('Version 1').waitFor();
  await row.getByRole('button', { name: `More for ${form.title}` }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await row.getByText('Inactive').waitFor();
  await row.getByRole('button', { name: `More for ${form.title}` }).click();
  await page.getByRole('menuitem', { name: 'View requests' }).click();
  await page.getByRole('button', { name: `Form is ${form.title}` }).waitFor();
});

describe('in every look', () => {
  test.each(['/requests/viewsubmissions', '/requests/manage'])('%s is accessible and fits', async (path) => {
    const page = await newPage({ as: 'administrator' });
    await page.goto(path);
    await page
      .getByRole('link', { name: path.endsWith('manage') ? 'Poster printing' : /^#\d+/ })
      .first()
      .waitFor();
    if (path.endsWith('viewsubmissions'))
      await page
        .getByRole('checkbox', { name: /^Select Request \d+$/ })
        .first()
        .check();
    await expectAccessible(page);
  });

  test.each(['desktop', 'phone'] as const)('the form editor is accessible and fits, on a %s', async (size) => {
    const page = await newPage({ as: 'administrator', size });
    const [form] = await callApi<{ id: number }[]>(
      page,
      'GET',
      `/api/forms?filter=${encodeURIComponent('{"name":"laser-cutting"}')}`,
    );
    await page.goto(`/requests/manage/form/${form?.id}`);
    for (const [index, title] of ['Thickness', 'Drawing', 'Material'].entries()) {
      await page.getByRole('button', { name: new RegExp(`^${title} (Decimal|Files|Choice)`) }).click();
      await page.getByLabel('Label').waitFor();
      // The sticky head covers what is scrolled under it.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(
        page,
        LOOKS.filter((look) => look.size === size),
        // Another field changes nothing else.
        index === 0 ? undefined : '[aria-label="Fields of the form"]',
      );
    }
  });
});
