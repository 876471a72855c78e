import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { withDatabase } from './hostile-pages.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();

/** As if the half minute in which an announcement can be withdrawn were over. */
const passUndo = (subject: string) =>
  withDatabase(async (database) => {
    await database.query(`update "announcements" set "dueAt" = "dueAt" - interval '1 minute' where "subject" = $1`, [
      subject,
    ]);
    await database.query(
      `update "pgboss"."job" set "start_after" = "start_after" - interval '1 minute'
        where "name" = 'announcements.send' and "state" = 'created'`,
    );
  });

test('staff write to the people of a filtered list, withdraw it, send it again, and see its readers', async () => {
  const student = await newPage({ as: 'student' });
  const { version } = await callApi<OpenForm>(student, 'GET', '/api/requests/form?form=general-question');
  const { submittedBy } = await callApi<SubmissionDetail>(student, 'POST', '/api/requests/submissions', {
    formVersionId: version.id,
    data: { topic: 'machines', question: 'Is it open?', meet: false },
  });
  const subject = `The shop is closed ${randomUUID().slice(0, 6)}`;
  const staff = await newPage({ as: 'requestsadmin' });
  await staff.goto(`/requests/viewsubmissions?submittedById=${submittedBy.id}`);
  await staff.getByRole('link', { name: 'Write to these people' }).click();
  await staff.getByRole('heading', { name: 'Recipients: 1 person' }).waitFor();
  await staff.getByRole('button', { name: 'Show the names' }).click();
  await staff.getByRole('row', { name: submittedBy.name }).waitFor();
  await staff.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await staff.getByRole('textbox', { name: 'Text', exact: true }).fill('On Monday.');
  await staff.getByRole('button', { name: 'Send to 1 person' }).click();
  await staff.getByRole('button', { name: 'Cancel announcement' }).click();
  await staff.getByText('Canceled: no one received it').waitFor();
  await staff.getByRole('button', { name: 'Edit and send again' }).click();
  await expect.poll(() => staff.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe(subject);
  await staff.getByRole('button', { name: 'Send to 1 person' }).click();
  await staff.getByText('Sending to 1 person in a moment').waitFor();
  await passUndo(subject);
  await staff.getByRole('row', { name: /Waiting for the daily digest/ }).waitFor();

  await student.goto('/myAccount/MyMessages');
  await student.getByRole('link', { name: subject }).click();
  await student.getByText('On Monday.').first().waitFor();
  await expect
    .poll(async () => {
      await staff.reload();
      await staff.getByRole('row', { name: submittedBy.name }).waitFor();
      return staff.getByText('1: Read in the portal').isVisible();
    })
    .toBe(true);
});
