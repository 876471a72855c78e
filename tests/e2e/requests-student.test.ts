import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { EVERY_TYPE, PDF, publishForm } from '../factories/published-form.ts';
import type { PublishedForm } from '../factories/published-form.ts';
import {
  callApi,
  expectNoSidewaysScroll,
  loginAs,
  newPage,
  PASSWORD,
  useBrowser,
  expectAccessible,
} from './support.ts';

useBrowser();

// An account has one draft of a form: each test has forms of its own.
const publisher = () => newPage({ as: 'requestsadmin' });
const everyType = async () =>
  publishForm(await publisher(), EVERY_TYPE, [
    'name',
    'email',
    'copies',
    'width',
    'material',
    'file',
    'glue',
    'ownMaterial',
  ]);
const shortForm = async () =>
  publishForm(
    await publisher(),
    {
      subject: { 'x-field': 'String', type: 'string', title: 'Subject' },
      kind: { 'x-field': 'Select', type: 'string', title: 'Kind', enum: ['a', 'b'], 'x-labels': ['Apple', 'Banana'] },
    },
    ['subject', 'kind'],
  );

const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit request' });
const summary = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: /your attention/ }) });
const saved = (page: Page) => page.getByText(/^Draft saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();

async function fillEveryType(page: Page): Promise<void> {
  await box(page, 'Project name').fill('Bench');
  await box(page, 'Contact email').fill('bench@campus.example');
  await box(page, 'Copies').fill('2');
  await box(page, 'Width').fill('12.5');
  await page.getByRole('radio', { name: 'Oak' }).check();
  await box(page, 'Budget').fill('120');
  await page.getByLabel('Drawing').setInputFiles({ name: 'bench & co.pdf', mimeType: 'application/pdf', buffer: PDF });
  await page.getByRole('link', { name: 'bench & co.pdf' }).waitFor();
  await page.getByLabel('Needed by').fill('2030-05-01');
  await page.getByLabel('Meet at').fill('2030-04-01T09:30');
  await page.getByRole('group', { name: 'Glue it?' }).getByRole('radio', { name: 'Yes' }).check();
}

/** The link opens a dialog that frames the PDF, and the page's policy lets it. */
async function opensAsPdf(page: Page, name: string): Promise<void> {
  // A browser without a display says that it has no viewer.
  await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.getByRole('link', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  const frame = dialog.locator('iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('src')).toMatch(/^blob:/);
  expect(await dialog.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')).toMatch(/^\/api\/files\//);
  // What is certainly refused is said after a refusal of the frame would have been.
  await page.evaluate(() => fetch('blob:none').catch(() => null));
  await expect.poll(() => refused.some((text) => text.includes('connect-src'))).toBe(true);
  expect(refused.filter((text) => /frame-src|framing/i.test(text))).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}

async function file(page: Page, form: PublishedForm, data: object): Promise<SubmissionDetail> {
  return callApi(page, 'POST', '/api/requests/submissions', { formVersionId: form.formVersionId, data });
}

describe('finding a form', () => {
  test('leads from a group to its forms, and back', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto('/requests/navigate');
    await page.getByRole('link', { name: 'Fabrication' }).click();
    await page.waitForURL(/groupId=\d+/);
    await page.getByRole('heading', { level: 1, name: 'Fabrication' }).waitFor();
    await page.getByRole('link', { name: 'Laser cutting' }).click();
    await page.getByRole('heading', { level: 1, name: 'Laser cutting' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/requests/view/fabrication/laser-cutting');
    await page.getByRole('link', { name: 'Fabrication' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fabrication' }).waitFor();
  });

  test('searches all groups, and says what to do when nothing matches', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto('/requests/navigate');
    await page.getByLabel('Search all forms').fill('poster print');
    await page.getByRole('link', { name: 'Poster printing' }).waitFor();
    expect(await page.getByRole('link', { name: 'Laser cutting' }).count()).toBe(0);
    await page.getByLabel('Search all forms').fill('submarine');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('link', { name: 'Fabrication' }).waitFor();
  });

  test('says that a form is not there, with the way to the others', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto('/requests/view/no-such-form');
    await page.getByRole('heading', { name: 'Form not found' }).waitFor();
    await page.getByRole('link', { name: 'See all forms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Make a request' }).waitFor();
  });

  test('a closed form says why', async () => {
    const staff = await publisher();
    const form = await publishForm(staff, { subject: { 'x-field': 'String', type: 'string', title: 'Subject' } }, []);
    const row = await callApi<{ version: number }>(staff, 'GET', `/api/forms/${form.id}`);
    await callApi(staff, 'PUT', `/api/forms/${form.id}`, { ...row, opensAt: '2099-03-03T16:00:00.000Z' });
    const page = await newPage({ as: 'student' });
    await page.goto(form.path);
    await page.getByRole('heading', { name: 'This form opens on March 3, 2099, 9 AM.' }).waitFor();
    expect(await submit(page).count()).toBe(0);
  });
});

describe('filling in a form', () => {
  test('all field types are filled in, submitted and shown for reading', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student' });
    await page.goto(every.path);
    await page.getByText('Have your drawing ready.').waitFor();
    await fillEveryType(page);
    await submit(page).click();
    await page.getByText(/^Request #\d+ is submitted$/).waitFor();
    const answers = page.getByRole('region', { name: 'Answers' });
    for (const text of [
      'Bench',
      'bench@campus.example',
      '12.5 in',
      'Oak',
      '$120.00',
      'May 1, 2030',
      'Apr 1, 2030, 9:30 AM',
      'Yes',
      'bench & co.pdf',
    ]) {
      await answers.getByText(text, { exact: true }).waitFor();
    }
    expect(await answers.getByText('What you bring').count()).toBe(0);
    await opensAsPdf(page, 'bench & co.pdf');
    await page.getByRole('link', { name: 'My requests' }).first().click();
    await page.getByRole('link', { name: every.title }).first().click();
    await page.getByRole('heading', { level: 1, name: every.title }).waitFor();
  });

  test('errors are beside the fields and in a summary that takes focus and links to them', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student' });
    await page.goto(every.path);
    await box(page, 'Contact email').fill('bench@');
    await box(page, 'Copies').fill('many');
    await box(page, 'Width').fill('3');
    await submit(page).click();
    await summary(page).waitFor();
    expect(await summary(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await summary(page).getByRole('listitem').allInnerTexts()).toEqual([
      'Enter “Project name”',
      'Contact email: Please enter a valid email',
      'Copies: Enter a whole number',
      'Width: Enter 6 in or more',
      'Choose “Material”',
      'Add “Drawing”',
      'Answer “Glue it?”',
    ]);
    expect(await box(page, 'Contact email').getAttribute('aria-invalid')).toBe('true');
    const described = await box(page, 'Width').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Enter 6 in or more');

    await summary(page).getByRole('link', { name: 'Width' }).click();
    expect(await box(page, 'Width').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('0');
    // The summary stays where it is, without a link to what is corrected.
    await summary(page).getByRole('link', { name: 'Width' }).waitFor({ state: 'detached' });
    expect(await box(page, 'Width').getAttribute('aria-invalid')).toBeNull();
  });

  test('a field that a rule shows is required while it shows, and its answer is left out when it does not', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student' });
    await page.goto(every.path);
    await fillEveryType(page);
    expect(await box(page, 'What you bring').count()).toBe(0);
    await page.getByRole('radio', { name: 'I’ll bring my own' }).check();
    await submit(page).click();
    await summary(page).getByText('Enter “What you bring”').waitFor();
    await box(page, 'What you bring').fill('Walnut');
    await page.getByRole('radio', { name: 'Oak' }).check();
    await box(page, 'What you bring').waitFor({ state: 'detached' });
    await submit(page).click();
    await page.getByText(/^Request #\d+ is submitted$/).waitFor();
    const id = Number(/viewsubmission\/(\d+)/.exec(page.url())?.[1]);
    const { data } = await callApi<SubmissionDetail>(page, 'GET', `/api/requests/submissions/${id}`);
    expect(data).toMatchObject({ material: 'oak', budget: 12_000, meetAt: '2030-04-01T15:30:00.000Z' });
    expect(data).not.toHaveProperty('ownMaterial');
  });

  test('files of the wrong kind, too large, too many or in disguise are refused with what to do', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student' });
    await page.goto(every.path);
    const drawing = page.getByLabel('Drawing');
    await drawing.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('This kind of file is not accepted. Choose .pdf.').waitFor();
    await drawing.setInputFiles({
      name: 'large.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([PDF, Buffer.alloc(8192)]),
    });
    await page.getByText(/^The file is 8.* kB; the limit is 4 kB\. Choose a smaller file\.$/).waitFor();
    await drawing.setInputFiles({
      name: 'liar.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('no drawing at all'),
    });
    await page.getByRole('listitem').filter({ hasText: 'liar.pdf' }).getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Dismiss liar.pdf' }).click();
    const two = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({ name, mimeType: 'application/pdf', buffer: PDF }));
    await drawing.setInputFiles(two);
    await page.getByRole('link', { name: 'one.pdf' }).waitFor();
    await page.getByRole('link', { name: 'two.pdf' }).waitFor();
    await page.getByText('At most 2 files are allowed. Remove one first.').waitFor();
    await page.getByRole('button', { name: 'Remove one.pdf' }).click();
    await page.getByRole('link', { name: 'one.pdf' }).waitFor({ state: 'detached' });
  });

  test('an upload shows its progress, can be canceled, and can be tried again when the connection broke', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student' });
    await page.goto(every.path);
    const drawing = page.getByLabel('Drawing');
    const held: Route[] = [];
    await page.route('**/api/files?*', (route) => void held.push(route));
    await drawing.setInputFiles({ name: 'slow.pdf', mimeType: 'application/pdf', buffer: PDF });
    await page.getByRole('progressbar', { name: 'Uploading slow.pdf' }).waitFor();
    await expect.poll(() => held.length).toBe(1);
    await submit(page).click();
    await summary(page).getByText('Drawing: Wait until the file has been uploaded, or cancel it').waitFor();
    await page.getByRole('button', { name: 'Cancel slow.pdf' }).click();
    await page.getByText('slow.pdf').waitFor({ state: 'detached' });
    await drawing.setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: PDF });
    await page.getByRole('progressbar', { name: 'Uploading broken.pdf' }).waitFor();
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.abort();
    await page.getByText('The connection was lost before the whole file was sent. Try again.').waitFor();
    await page.unroute('**/api/files?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'broken.pdf' }).waitFor();
  });

  test('the price of a poster is explained while it is filled in', async () => {
    const page = await newPage({ as: 'student' });
    await page.goto('/requests/view/printing/poster-printing');
    await box(page, 'Width').fill('24');
    await box(page, 'Height').fill('36');
    await box(page, 'Copies').fill('2');
    const aside = page.getByRole('complementary', { name: 'Price and next steps' });
    await aside.getByText('$84.00').first().waitFor();
    await aside.getByText('24 in × 36 in × 2, at $7.00 per sq ft').waitFor();
  });
});

describe('the draft', () => {
  test('survives a reload, with its files, and is deleted when discarded', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'staff' });
    await page.goto(every.path);
    await box(page, 'Project name').fill('Shelf');
    await page.getByLabel('Drawing').setInputFiles({ name: 'shelf.pdf', mimeType: 'application/pdf', buffer: PDF });
    await page.getByRole('link', { name: 'shelf.pdf' }).waitFor();
    await saved(page);
    await page.reload();
    await page.getByRole('link', { name: 'shelf.pdf' }).waitFor();
    expect(await box(page, 'Project name').inputValue()).toBe('Shelf');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page
      .getByRole('alertdialog', { name: 'Discard this draft?' })
      .getByRole('button', { name: 'Discard draft' })
      .click();
    await page.getByText('Draft discarded').waitFor();
    await expect.poll(() => box(page, 'Project name').inputValue()).toBe('');
    await page.reload();
    expect(await box(page, 'Project name').inputValue()).toBe('');
  });

  test('loses nothing when the page is left in the middle of a word', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'default' });
    await page.goto(every.path);
    await box(page, 'Project name').pressSequentially('Cupboa');
    await page.goto('/requests/navigate');
    await page.goto(every.path);
    await expect.poll(() => box(page, 'Project name').inputValue()).toBe('Cupboa');
  });

  test('stays in the browser while there is no connection, and is no one else’s', async () => {
    const short = await shortForm();
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(short.path);
    await box(page, 'Subject').waitFor();
    await page.context().setOffline(true);
    await box(page, 'Subject').fill('Offline');
    await page.getByText('No connection. Kept in this browser.').waitFor();
    await page.getByRole('radio', { name: 'Apple' }).check();
    await submit(page).click();
    // Above the form, which can be longer than the window.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^No connection/);
    await page.context().setOffline(false);
    await saved(page);

    await page.route('**/api/requests/drafts/**', (route) => route.abort());
    await box(page, 'Subject').fill('Only here');
    await page.getByText('No connection. Kept in this browser.').waitFor();
    await page.unroute('**/api/requests/drafts/**');
    const other = await page.context().newPage();
    await loginAs(page.context(), 'eventadmin');
    await page.close();
    await other.goto(short.path);
    expect(await box(other, 'Subject').inputValue()).toBe('');
    await loginAs(page.context(), 'contentadmin');
    await other.goto(short.path);
    await other.getByText('Your answers are back').waitFor();
    expect(await box(other, 'Subject').inputValue()).toBe('Only here');
  });

  test('continues after the session has ended and the same person has logged in again', async () => {
    const short = await shortForm();
    const page = await newPage({ as: 'calendaradmin' });
    await page.goto(short.path);
    await box(page, 'Subject').fill('Before');
    await saved(page);
    await page.context().clearCookies();
    await box(page, 'Subject').fill('Before and after');
    const dialog = page.getByRole('dialog', { name: 'Session Expired' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await saved(page);
    expect(await box(page, 'Subject').inputValue()).toBe('Before and after');
    await page.reload();
    expect(await box(page, 'Subject').inputValue()).toBe('Before and after');
  });
});

describe('following a request', () => {
  test('own requests are filtered and sorted in the address, which back restores', async () => {
    const short = await shortForm();
    const page = await newPage({ as: 'transactionreader' });
    await page.goto('/requests/myrequests');
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    const one = await file(page, short, { subject: 'One', kind: 'a' });
    const two = await file(page, short, { subject: 'Two', kind: 'b' });
    const ascending = [one, two].map(({ id }) => `#${id} ${short.title}`);
    await page.reload();
    const rows = page.getByRole('table', { name: 'My requests' }).getByRole('link', { name: short.title });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('link', { name: 'Done', exact: true }).click();
    await page.waitForURL(/show=done/);
    await page.getByRole('heading', { name: 'No request matches' }).waitFor();
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.waitForURL(/sortBy=id/);
    await expect.poll(() => rows.allInnerTexts()).toEqual(ascending);
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await expect.poll(() => rows.allInnerTexts()).toEqual(ascending.toReversed());
    await page.goBack();
    await expect.poll(() => rows.allInnerTexts()).toEqual(ascending);
  });

  test('staff ask for a change with what is needed, and the customer changes and submits again', async () => {
    const short = await shortForm();
    const customer = await newPage({ as: 'eventscheduler' });
    const { id } = await file(customer, short, { subject: 'Chair', kind: 'a' });
    const staff = await newPage({ as: 'requestsprocessor' });
    await staff.goto(`/requests/viewsubmission/${id}/RequestsProcessor`);
    await staff.getByRole('button', { name: 'Assign' }).click();
    await staff.getByRole('dialog').getByRole('radio', { name: 'Requests processor' }).check();
    await staff.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await staff.getByText('The request is assigned.').waitFor();
    await staff.getByRole('button', { name: 'More', exact: true }).click();
    await staff.getByRole('menuitem', { name: /Customer action needed/ }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('button', { name: /Customer action needed/ }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('What the customer needs to do').fill('Say how many legs it has.');
    await dialog.getByRole('button', { name: /Customer action needed/ }).click();
    await staff.getByText('Waiting for the customer.').waitFor();

    await customer.goto(`/requests/viewsubmission/${id}/Default`);
    await customer.getByText('Say how many legs it has.').first().waitFor();
    await customer.getByRole('link', { name: 'Change and submit again' }).click();
    expect(await box(customer, 'Subject').inputValue()).toBe('Chair');
    await customer.getByText('Say how many legs it has.').waitFor();
    await box(customer, 'Subject').fill('Chair with three legs');
    await customer.getByRole('button', { name: 'Submit changes' }).click();
    await customer.getByText(`Your changes to request #${id} are submitted`).waitFor();
    await customer.getByRole('region', { name: 'Answers' }).getByText('Chair with three legs').waitFor();
    await customer.getByRole('button', { name: 'Show', exact: true }).click();
    await customer.getByRole('heading', { name: /^Revision 2/ }).waitFor();

    // And a question, which is answered from the messages.
    await staff.reload();
    await staff.getByLabel('Kind of message').selectOption('Question');
    await box(staff, /^Message to /).fill('Which wood?\nOr steel?');
    await staff.getByRole('button', { name: 'Ask', exact: true }).click();
    await staff.getByText('The question is sent.').waitFor();
    await staff.getByText('Waiting for an answer').waitFor();
    await staff.getByRole('radio', { name: 'Internal note' }).check();
    await box(staff, 'Internal note').fill('Oak is out of stock');
    await staff.getByRole('button', { name: 'Save internal note' }).click();
    await staff.getByText('The internal note is saved.').waitFor();
    await expectAccessible(staff);

    await customer.goto('/');
    await customer.getByRole('button', { name: /^Profile, \d+ unread$/ }).waitFor();
    await customer.goto(`/myAccount/MyMessages?thread=submissions-${id}`);
    await box(customer, 'Your answer').fill('Ash');
    await customer.getByLabel('Add files').setInputFiles({ name: 'ash.pdf', mimeType: 'application/pdf', buffer: PDF });
    await customer.getByRole('link', { name: 'ash.pdf' }).waitFor();
    await customer.reload();
    expect(await box(customer, 'Your answer').inputValue()).toBe('Ash');
    await customer.getByRole('button', { name: 'Send answer' }).click();
    await customer.getByText('Your answer is sent.').waitFor();
    await customer.goto(`/requests/viewsubmission/${id}`);
    const timeline = customer.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Ash', { exact: true }).waitFor();
    await timeline.getByRole('link', { name: /ash.pdf/ }).waitFor();
    expect(await timeline.getByText('Oak is out of stock').count()).toBe(0);
    await expectAccessible(customer);
    await staff.goto(`/requests/viewsubmission/${id}`);
    await staff.getByRole('region', { name: 'Timeline' }).getByText('Ash', { exact: true }).waitFor();
    await staff.getByText('Oak is out of stock').waitFor();
    expect(await staff.getByText('Waiting for the customer.').count()).toBe(0);
  });

  test('a step on an outdated page is refused and shows what the request has become', async () => {
    const short = await shortForm();
    const customer = await newPage({ as: 'eventprocessor' });
    const { id } = await file(customer, short, { subject: 'Table', kind: 'a' });
    const staff = await newPage({ as: 'requestsprocessor' });
    await staff.goto(`/requests/viewsubmission/${id}`);
    await staff.getByRole('button', { name: 'Mark as In process' }).waitFor();
    await callApi(customer, 'POST', '/api/submissions/actions/cancel', { ids: [id] });
    await staff.getByRole('button', { name: 'Mark as In process' }).click();
    await staff.getByText('It cannot go from Canceled to In process.').waitFor();
    await staff.getByText('Canceled.', { exact: true }).waitFor();
    expect(await staff.getByRole('button', { name: 'Mark as In process' }).count()).toBe(0);
  });

  test('the role in the address only lowers what is shown', async () => {
    const short = await shortForm();
    const customer = await newPage({ as: 'storeadmin' });
    const { id } = await file(customer, short, { subject: 'Stool', kind: 'a' });
    await customer.goto(`/requests/viewsubmission/${id}/RequestsProcessor`);
    await customer.getByText('We have your request and will look at it.').waitFor();
    expect(await customer.getByRole('button', { name: 'Assign' }).count()).toBe(0);
    const staff = await newPage({ as: 'requestsprocessor' });
    await staff.goto(`/requests/viewsubmission/${id}/Default`);
    await staff.getByText('We have your request and will look at it.').waitFor();
    expect(await staff.getByRole('button', { name: 'Assign' }).count()).toBe(0);
    const stranger = await newPage({ as: 'classscheduler' });
    await stranger.goto(`/requests/viewsubmission/${id}/Administrator`);
    await stranger.getByRole('heading', { name: 'Request not found' }).waitFor();
  });
});

describe('for everyone', () => {
  test('a request is made by keyboard alone', async () => {
    const short = await shortForm();
    const page = await newPage({ as: 'student' });
    await page.goto(short.path);
    await submit(page).waitFor();
    await tabTo(page, submit(page));
    await page.keyboard.press('Enter');
    await summary(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('By hand');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Banana' }).isChecked()).toBe(true);
    await tabTo(page, submit(page));
    await page.keyboard.press('Enter');
    await page.getByText(/^Request #\d+ is submitted$/).waitFor();
  });

  test('a request is made on a phone', async () => {
    const every = await everyType();
    const page = await newPage({ as: 'student', size: 'phone' });
    await page.goto(every.path);
    await expectNoSidewaysScroll(page);
    await fillEveryType(page);
    await submit(page).click();
    await page.getByText(/^Request #\d+ is submitted$/).waitFor();
    await expectNoSidewaysScroll(page);
    await page.goto('/requests/myrequests');
    await page.getByRole('link', { name: every.title }).first().waitFor();
    await expectNoSidewaysScroll(page);
  });

  test('every page is accessible in both themes and fits', async () => {
    const every = await everyType();
    const short = await shortForm();
    const page = await newPage({ as: 'student' });
    const { id } = await file(page, short, { subject: 'Axe', kind: 'a' });
    await page.goto('/requests/navigate');
    await page.getByRole('link', { name: 'Fabrication' }).waitFor();
    await expectAccessible(page);
    await page.goto(every.path);
    await page.getByRole('radio', { name: 'I’ll bring my own' }).check();
    await submit(page).click();
    await summary(page).waitFor();
    await expectAccessible(page);
    await page.goto('/requests/myrequests');
    await page.getByRole('table', { name: 'My requests' }).waitFor();
    await expectAccessible(page);
    await page.goto(`/requests/viewsubmission/${id}/Default`);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await expectAccessible(page);
  });
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not reach it');
}
