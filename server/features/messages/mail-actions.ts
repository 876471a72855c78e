import type { CommandCall } from '../../resources/command-registry.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { wakeOutbox } from './wake-outbox.ts';

/** Sends mails again under the same Message-ID, with all their attempts, and cancels waiting ones. */
export function addMailCommands(services: CommandServices): void {
  const { engine, clock } = services;
  engine.command('mails.sendAgain', {
    resource: 'mails',
    run: async (call) => {
      await allowAddresses(services, call);
      await change(services, call, { state: 'queued', attempts: 0, dueAt: clock.instant(), digestId: null });
      await wakeOutbox(services, call.tx);
    },
  });
  engine.command('mails.cancel', {
    resource: 'mails',
    run: (call) => change(services, call, { state: 'cancelled' }),
  });
}

type Change = { state: 'cancelled' } | { state: 'queued'; attempts: number; dueAt: string; digestId: null };

/** The mails included in a daily mail follow it. */
async function change(
  { engine }: Needs<'engine'>,
  { tx, actor, rows }: CommandCall<'mails'>,
  values: Change,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await engine.updateEach(tx, actor, 'mails', new Map(ids.map((id) => [id, values])));
  await tx
    .updateTable('mails')
    .set({ state: values.state === 'cancelled' ? 'cancelled' : 'digest' })
    .where('digestId', 'in', ids)
    .execute();
}

/** A mail that is sent again shows that its address works. */
async function allowAddresses({ engine }: Needs<'engine'>, { tx, actor, rows }: CommandCall<'mails'>): Promise<void> {
  const addresses = [...new Set(rows.map(({ address }) => address.toLowerCase()))];
  const found = await tx
    .selectFrom('suppressedAddresses')
    .select('id')
    .where('address', 'in', addresses)
    .orderBy('id')
    .execute();
  for (const { id } of found) await engine.remove(actor, 'suppressedAddresses', id, { tx });
}
