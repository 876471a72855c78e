import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

let lines: AsyncIterator<string> | undefined;

/** Prompts on the terminal; without a terminal, reads the next line of standard input. */
export async function prompt(question: string): Promise<string> {
  if (!process.stdin.isTTY) return nextLine();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return answer(terminal, question);
}

export async function promptSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return nextLine();
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  return answer(terminal, '').finally(() => process.stdout.write('\n'));
}

function answer(terminal: Interface, question: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Error('Stopped.')));
    terminal.question(question, resolve);
  }).finally(() => terminal.close());
}

async function nextLine(): Promise<string> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = await lines.next();
  return next.done ? '' : next.value;
}
