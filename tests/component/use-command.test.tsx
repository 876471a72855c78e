import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../src/app/ApiError.ts';
import { useCommand } from '../../src/app/useCommand.ts';
import { Queries } from './Queries.tsx';

interface Call {
  name: string;
  resolve: (answer: string) => void;
  reject: (error: unknown) => void;
}

let calls: Call[] = [];
let refusals: string[] = [];

function Sender() {
  const send = useCommand(
    (name: string) => new Promise<string>((resolve, reject) => calls.push({ name, resolve, reject })),
    ({ message }) => refusals.push(message),
  );
  return (
    <>
      {['First', 'Second'].map((name) => (
        <button key={name} type="button" onClick={() => void send.run(name)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={send.reset}>
        Reset
      </button>
      <p>
        {[
          send.isRunning ? `Running ${send.runningWith?.[0]}` : 'Idle',
          send.message ?? 'No message',
          send.fieldErrors['name'] ?? 'No field error',
        ].join(', ')}
      </p>
    </>
  );
}

async function open(): Promise<void> {
  calls = [];
  refusals = [];
  await render(<Sender />, { wrapper: Queries });
}

const click = (name: string) => userEvent.click(page.getByRole('button', { name }));
const shows = (text: string) => expect.element(page.getByText(text)).toBeVisible();
const refused = (errors?: Record<string, string>) =>
  new ApiError({
    type: 'x',
    title: 'Refused',
    status: 422,
    code: 'x.y',
    detail: 'Not like this',
    ...(errors && { errors }),
  });

test('a command runs once, also for repeated clicks, and says with what', async () => {
  await open();
  for (const name of ['First', 'First', 'Second']) await click(name);
  await shows('Running First, No message, No field error');
  expect(calls.map(({ name }) => name)).toEqual(['First']);
  calls[0]!.resolve('done');
  await shows('Idle, No message, No field error');
  await click('Second');
  await shows('Running Second, No message, No field error');
});

test('a refusal is a message, or the errors of fields, until the next run', async () => {
  await open();
  await click('First');
  calls[0]!.reject(refused());
  await shows('Idle, Not like this, No field error');
  await click('First');
  await shows('Running First, No message, No field error');
  calls[1]!.reject(refused({ name: 'Too long' }));
  await shows('Idle, No message, Too long');
  expect(refusals).toEqual(['Not like this', 'Not like this']);
  await click('Reset');
  await shows('Idle, No message, No field error');
});
