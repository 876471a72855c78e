import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { StoredFile } from '../../domain/calls/files.ts';
import type { FormProperty } from '../../src/forms/shared/formSchema.ts';
import type { FormServices, UploadOptions } from '../../src/forms/shared/formServices.ts';
import { formPage } from './form-page.tsx';

const MANUAL: FormProperty = {
  type: 'string',
  format: 'file',
  title: 'Manual',
  'x-accept': ['.pdf'],
  'x-max-bytes': 2048,
};
const stored = (id: string, name: string, size: number): StoredFile => ({
  id,
  name,
  mime: 'application/pdf',
  size,
  url: `/api/files/${id}`,
  thumbnailUrl: null,
});
const FIRST = '00000000-0000-4000-8000-000000000001';
const SECOND = '00000000-0000-4000-8000-000000000002';
const pdf = (name: string, size: number) => new File([new Uint8Array(size)], name, { type: 'application/pdf' });

/** Uploads that the test ends itself. */
function uploading() {
  const sent: { name: string; options: UploadOptions; end: (answer: StoredFile | Error) => void }[] = [];
  const upload: FormServices['upload'] = (file, options) =>
    new Promise((resolve, reject) => {
      const end = (answer: StoredFile | Error) => (answer instanceof Error ? reject(answer) : resolve(answer));
      sent.push({ name: file.name, options, end });
    });
  return { sent, upload };
}

test('a file is uploaded with its progress, holds the save until it is there, and is what the field is saved as', async () => {
  const { sent, upload } = uploading();
  const { screen, submitted } = await formPage({ manual: MANUAL }, { services: { upload } });
  await expect.element(screen.getByText('PDF, up to 2 kB')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Manual'), pdf('Lathe.pdf', 1000));
  await expect.poll(() => sent.map(({ name, options }) => [name, options.field])).toEqual([['Lathe.pdf', 'manual']]);
  sent[0]?.options.onProgress(0.5);
  await expect.element(screen.getByText(/^50% of/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .element(screen.getByText('Wait until the file has been uploaded, or cancel it', { exact: true }))
    .toBeVisible();
  expect(submitted).toEqual([]);
  sent[0]?.end(stored(FIRST, 'Lathe.pdf', 1000));
  await expect.element(screen.getByRole('link', { name: 'Lathe.pdf' })).toHaveAttribute('href', `/files/${FIRST}`);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ manual: `${FIRST}/1000/Lathe.pdf` });
});

test('the file of a record is shown by name and size, replaced and removed', async () => {
  const { sent, upload } = uploading();
  const { screen, submitted } = await formPage(
    { manual: MANUAL },
    { services: { upload }, data: { manual: `${FIRST}/1500/Old.pdf` }, cleared: 'null' },
  );
  await expect.element(screen.getByRole('link', { name: 'Old.pdf' })).toHaveAttribute('href', `/files/${FIRST}`);
  await expect.element(screen.getByText('1.5 kB')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Old.pdf' }));
  await userEvent.upload(screen.getByLabelText('Manual'), pdf('New.pdf', 500));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.end(stored(SECOND, 'New.pdf', 500));
  await expect.element(screen.getByRole('link', { name: 'New.pdf' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ manual: `${SECOND}/500/New.pdf` });
  await userEvent.click(screen.getByRole('button', { name: 'Remove New.pdf' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => submitted.at(-1)).toEqual({ manual: null });
});

test('a file that the field does not accept is refused before upload; refusals by the server are shown', async () => {
  const { sent, upload } = uploading();
  const { screen } = await formPage({ manual: MANUAL }, { services: { upload } });
  await userEvent.upload(screen.getByLabelText('Manual'), pdf('Large.pdf', 3000));
  await expect.element(screen.getByText(/Choose a smaller file/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss Large.pdf' }));
  await userEvent.upload(screen.getByLabelText('Manual'), pdf('Lie.pdf', 100));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.end(Object.assign(new Error('Lie.pdf is not a PDF file.'), { status: 422 }));
  await expect.element(screen.getByText(/not a PDF/)).toBeVisible();
});
