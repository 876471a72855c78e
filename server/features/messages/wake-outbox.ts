import type { Tx } from '../../platform/database.ts';
import { memoryOf, RememberedSet } from '../../platform/transaction-memory.ts';
import type { Needs } from '../../services.ts';

export const SEND_MAILS = 'messages.send';

/** Lets the outbox send what is due once the transaction has committed. Once per transaction. */
export async function wakeOutbox({ jobs }: Needs<'jobs'>, tx: Tx): Promise<void> {
  const woken = memoryOf(tx, wakeOutbox, () => new RememberedSet<string>());
  if (woken.has(SEND_MAILS)) return;
  woken.add(SEND_MAILS);
  await jobs.enqueue(tx, SEND_MAILS);
}
