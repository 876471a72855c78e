import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { confirmModal } from '../../src/app/dialogs/modalQueue.ts';
import { prompt } from '../../src/app/dialogs/prompts.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { sitePage } from './site-page.tsx';

const ask = (title: string) =>
  prompt<string>((answer) => (
    <Dialog
      title={title}
      onClose={() => answer(null)}
      actions={
        <>
          <Button onClick={() => answer(title)}>Answer {title}</Button>
          <Button onClick={() => void ask('Second')}>Ask the second</Button>
          <Button onClick={() => void confirmModal({ header: 'Third' })}>Ask the third</Button>
        </>
      }
    />
  ));

/** Goes to another page, as a link outside of the prompt would. */
let leave = (): void => undefined;

function Asking() {
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  useEffect(() => {
    leave = () => void navigate('/elsewhere');
  }, [navigate]);
  const start = async () => {
    const answer = await ask('First');
    setAnswers((before) => [...before, answer ?? 'none']);
  };
  return (
    <>
      <Button onClick={() => void start()}>Ask the first</Button>
      <p>Answers: {answers.join(', ')}</p>
    </>
  );
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const open = () => sitePage({ pattern: '*', address: '/somewhere', screen: <Asking />, answers: {} });

test('a prompt above another is answered first, and each gives the focus back', async () => {
  await open();
  await press('Ask the first');
  await press('Ask the second');
  await expect.element(dialog('Second')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Second')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ask the second' })).toHaveFocus();
  await press('Answer First');
  await expect.element(page.getByText('Answers: First')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Ask the first' })).toHaveFocus();
});

test('a question of the queue is above a prompt', async () => {
  await open();
  await press('Ask the first');
  await press('Ask the third');
  const question = page.getByRole('alertdialog', { name: 'Third' });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Answers: none')).toBeVisible();
});

test('a page closes its prompts when it is left', async () => {
  await open();
  await press('Ask the first');
  await expect.element(dialog('First')).toBeVisible();
  leave();
  await expect.element(dialog('First')).not.toBeInTheDocument();
  await expect.element(page.getByText('Answers: none')).toBeVisible();
});
