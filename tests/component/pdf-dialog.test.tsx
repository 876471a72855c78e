import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { closeModal, showModal } from '../../src/app/dialogs/modalQueue.ts';
import { refusal, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';
const answer = (type: string) => () => new Response(PDF, { headers: { 'content-type': type } });

afterEach(() => closeModal('Cancel'));

async function openPdf(answers: Answers): Promise<void> {
  // What a window of a person says; one without a display has no viewer.
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  await sitePage({ pattern: '/', address: '/', screen: null, answers });
  void showModal({ header: 'Shop rules', message: '', linkToPdf: '/api/files/rules', width: 700, isClosable: true });
}

const dialog = () => page.getByRole('dialog', { name: 'Shop rules' });

test('a PDF is framed from memory, as a PDF, 800 px high', async () => {
  await openPdf({ 'GET /api/files/rules': answer('application/pdf; charset=binary') });
  await expect.element(dialog().getByTitle('Shop rules')).toBeVisible();
  const frame = dialog().getByTitle('Shop rules').element() as HTMLIFrameElement;
  expect([frame.height, frame.src.split(':')[0]]).toEqual(['800', 'blob']);
  const framed = await (await fetch(frame.src)).blob();
  expect([framed.type, await framed.text()]).toEqual(['application/pdf', PDF]);
  await expect
    .element(dialog().getByRole('link', { name: 'Download the PDF' }))
    .toHaveAttribute('href', '/api/files/rules');
});

test('what is not a PDF is not framed: it would be a page of this site', async () => {
  await openPdf({ 'GET /api/files/rules': answer('text/html') });
  await expect.element(dialog().getByRole('alert').getByText('This file is not a PDF.')).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
});

test('a failed load shows an error, and can be retried', async () => {
  let isThere = false;
  await openPdf({
    'GET /api/files/rules': () =>
      isThere ? answer('application/pdf')() : refusal(404, 'files.not-found', 'This file does not exist.'),
  });
  await expect.element(dialog().getByRole('alert').getByText('This file does not exist.')).toBeVisible();
  isThere = true;
  await dialog().getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog().getByTitle('Shop rules')).toBeVisible();
});
