import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModalDialog } from '../../src/app/dialogs/ModalDialog.tsx';
import { closeModal, modalStore, showModal, type ModalRequest } from '../../src/app/dialogs/modalQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeModal('None');
  vi.runAllTimers();
  vi.useRealTimers();
});

/** A dialog as it opens. */
function shown(request: ModalRequest): string {
  void showModal(request);
  const state = modalStore.get();
  return state === null ? '' : renderToString(<ModalDialog state={state} />);
}

const buttons = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inner = '']) => inner.replace(/<[^>]*>/g, ''));

test.each([
  ['Information', ['Ok'], 'dialog'],
  ['Error', ['Ok'], 'alertdialog'],
  ['Confirmation', ['Cancel', 'Ok'], 'alertdialog'],
  ['Input', ['Cancel', 'Ok'], 'dialog'],
] as const)('a dialog of type %s has the buttons %j', (type, labels, role) => {
  const html = shown({ type, header: 'Header' });
  expect(buttons(html)).toEqual(labels);
  expect(html).toContain(`role="${role}"`);
  expect(html).toMatch(/--dialog-width:\s*400px/);
  expect(html.includes('<input')).toBe(type === 'Input');
});

test('buttons can be hidden and renamed', () => {
  expect(buttons(shown({ type: 'Confirmation', hideActions: true }))).toEqual([]);
  closeModal('None');
  vi.runAllTimers();
  expect(buttons(shown({ type: 'Confirmation', confirmButtonText: 'Do it', cancelButtonText: 'Leave it' }))).toEqual([
    'Leave it',
    'Do it',
  ]);
});

test('a message is plain text, with any name, HTML without scripts, or a table of two columns', () => {
  expect(shown({ message: 'Cancel the seat of <a href="https://evil.example/">Ada</a>, A < B?' })).toContain(
    'Cancel the seat of &lt;a href=&quot;https://evil.example/&quot;&gt;Ada&lt;/a&gt;, A &lt; B?',
  );
  closeModal('None');
  vi.runAllTimers();
  expect(shown({ message: { html: '<p>Some <b>bold</b> words<script>alert(1)</script></p>' } })).toMatch(
    /<p>Some <b>bold<\/b> words<\/p>/,
  );
  closeModal('None');
  vi.runAllTimers();
  expect(
    shown({
      message: [
        ['Start', '<9 AM>'],
        ['End', '10 AM'],
      ],
    }),
  ).toContain(
    '<tr><th scope="row">Start</th><td>&lt;9 AM&gt;</td></tr><tr><th scope="row">End</th><td>10 AM</td></tr>',
  );
});

test('a component is embedded, and a PDF with a way to download it', () => {
  const html = shown({ header: 'Rules', content: () => <p>Embedded</p>, linkToPdf: '/rules.pdf', width: 700 });
  expect(html).toContain('<p>Embedded</p>');
  expect(html).toMatch(/<a href="\/rules\.pdf"[^>]*>Download the PDF<\/a>/);
  expect(html).toMatch(/--dialog-width:\s*700px/);
});
