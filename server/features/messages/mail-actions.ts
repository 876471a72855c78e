import type { Actor } from '../../../domain/declarations/actor.ts';
import { holds } from '../../../domain/declarations/condition.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { mailActionOf, type MailAction } from '../../../domain/messages/mails.ts';
import { canAccess } from '../../../domain/declarations/permission.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { notFound, ungranted } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { SEND_MAILS } from './outbox.ts';

/**
 * Sends mails again, or cancels them, all in one transaction; the history keeps who did it. What is in another state by then stays as it
 * is. Returns how many are changed. 404 unless the caller may read all of them, 409 if it is one and cannot be.
 */
export async function actOnMails(
  services: Services,
  actor: Actor,
  { ids, action }: { ids: readonly number[]; action: MailAction },
): Promise<number> {
  const { engine, jobs, clock } = services;
  const resource = engine.resolver.resource('mails');
  const access = engine.resolver.access(actor, resource, 'update');
  if (!canAccess(access)) throw ungranted(actor, 'You may not send mails again or cancel them.');
  const view = engine.resolver.view(actor, resource);
  return engine.transaction(async (tx) => {
    const rows = await engine.lock(tx, 'mails', [...new Set(ids)]);
    const isSeen = (row: Row): boolean => view.canRead(row) && holds(access.rows, row);
    if (rows.length < new Set(ids).size || !rows.every((row) => isSeen({ ...row }))) throw notFound(resource);
    // What a daily mail brings is decided with that mail, as long as it waits.
    const open = rows.filter((row) => mailActionOf(row.state) === action && !(row.state === 'digest' && row.digestId));
    if (open.length === 0 && rows.length === 1) throw movedOn(action);
    for (const { id, address } of open) {
      if (action === 'cancel') await change(services, tx, actor, id, { state: 'cancelled' });
      else {
        await allowAddress(services, tx, actor, address);
        const values = { state: 'queued', attempts: 0, dueAt: clock.instant(), digestId: null } as const;
        await change(services, tx, actor, id, values);
      }
      await tx
        .updateTable('mails')
        .set({ state: action === 'cancel' ? 'cancelled' : 'digest' })
        .where('digestId', '=', id)
        .execute();
    }
    if (action === 'send-again' && open.length > 0) await jobs.enqueue(tx, SEND_MAILS);
    return open.length;
  });
}

type Change = { state: 'cancelled' } | { state: 'queued'; attempts: number; dueAt: string; digestId: null };

async function change({ engine }: Services, tx: Tx, actor: Actor, id: number, values: Change): Promise<void> {
  await engine.update(actor, 'mails', id, values, { tx, command: true });
}

/** Whoever sends to an address again says that it works. */
async function allowAddress({ engine }: Services, tx: Tx, actor: Actor, address: string): Promise<void> {
  const found = await tx
    .selectFrom('suppressedAddresses')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  if (found) await engine.remove(actor, 'suppressedAddresses', found.id, { tx });
}

function movedOn(action: MailAction) {
  return problem(
    409,
    'mails.moved-on',
    'Not possible',
    action === 'cancel'
      ? 'This mail waits no more, so that it cannot be cancelled.'
      : 'This mail waits, or is sent already, so that it cannot be sent again.',
  );
}
