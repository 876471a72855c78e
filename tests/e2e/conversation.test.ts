import { expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();

test('a student and a processor talk about a request until its answers are right', async () => {
  const student = await newPage({ as: 'student', size: 'phone' });
  const { version } = await callApi<OpenForm>(student, 'GET', '/api/requests/form?form=general-question');
  const { id } = await callApi<SubmissionDetail>(student, 'POST', '/api/requests/submissions', {
    formVersionId: version.id,
    data: { topic: 'machines', question: 'May I cut acrylic?', meet: false },
  });
  const path = `/requests/viewsubmission/${id}`;
  const staff = await newPage({ as: 'requestsprocessor' });
  await staff.goto(path);
  await staff.getByRole('combobox', { name: 'Kind of message' }).selectOption('Question');
  await staff.getByRole('textbox', { name: 'Message to Student' }).fill('How thick is it?');
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByText('Waiting for an answer').waitFor();

  // Answered among the messages, in spite of a line that is lost and a page that is loaded again.
  await student.goto(`/myAccount/MyMessages?thread=submissions-${id}`);
  await student.getByRole('textbox', { name: 'Your answer' }).fill('5 mm');
  await student.context().setOffline(true);
  await student.getByRole('button', { name: 'Send answer' }).click();
  await student.getByText('Your draft is saved here.').waitFor();
  await student.context().setOffline(false);
  await student.reload();
  await expect.poll(() => student.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('5 mm');
  await student.getByRole('button', { name: 'Send answer' }).click();
  await student.getByText('Your answer is sent.').waitFor();

  // The processor's page is older than the answer, which comes before what they write next.
  const next = staff.getByRole('textbox', { name: 'Message to Student' });
  await staff.getByRole('combobox', { name: 'Kind of message' }).selectOption('Resubmit');
  await next.fill('Please write the thickness into your question.');
  await staff.getByRole('button', { name: 'Ask for changes' }).click();
  await staff.getByText('Student wrote in the meantime.').waitFor();
  await staff.getByText('5 mm', { exact: true }).waitFor();
  await staff.getByRole('button', { name: 'Ask for changes' }).click();
  await expect.poll(() => next.inputValue()).toBe('');
  await staff.getByRole('radio', { name: 'Internal note' }).check();
  await staff.getByRole('textbox', { name: 'Internal note' }).fill('Writes little.');
  await staff.getByRole('button', { name: 'Save internal note' }).click();
  await staff.getByText('Internal note, seen by staff only').waitFor();

  await student.goto(path);
  await student.getByRole('link', { name: 'Change my answers' }).click();
  // Once the form is there: the page of the request says the same words more than once.
  await student.getByRole('textbox', { name: 'Your question' }).waitFor();
  await student.getByText('Please write the thickness into your question.').waitFor();
  await student.getByRole('textbox', { name: 'Your question' }).fill('May I cut acrylic of 5 mm?');
  await student.getByRole('button', { name: 'Submit changes' }).click();
  await student.getByText(`Your changes to request #${id} are submitted`).waitFor();
  expect(await student.getByText('Writes little.').count()).toBe(0);
  await staff.goto(path);
  await staff.getByText('May I cut acrylic of 5 mm?').first().waitFor();
});
