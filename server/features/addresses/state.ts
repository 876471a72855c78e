import type { AddressKeeper, AddressState, ConfirmingMail } from '../../../domain/calls/accounts.ts';
import { ADDRESS_CONFIRMATION } from '../../../domain/messages/messages.ts';
import type { Db } from '../../platform/database.ts';
import type { MailServices, Needs } from '../../services.ts';
import { hasPassword } from '../accounts/own-password.ts';
import { isSuppressed } from '../messages/suppressed.ts';

export async function addressState(services: MailServices, userId: number): Promise<AddressState> {
  const { db, clock } = services;
  const account = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  const address = account?.email ?? null;
  const change = await db.selectFrom('addressChanges').selectAll().where('userId', '=', userId).executeTakeFirst();
  const isOpen = change !== undefined && change.confirmedAt === null;
  return {
    address,
    fails: address !== null && (await isSuppressed(db, address)),
    keeper: await addressOwner(db, userId),
    change: isOpen
      ? {
          address: change.address,
          endsAt: change.endsAt,
          hasEnded: Date.parse(change.endsAt) <= clock.now(),
          mail: await confirmingMail(services, userId),
        }
      : null,
  };
}

export async function addressOwner(db: Db, userId: number): Promise<AddressKeeper> {
  const leading = await db
    .selectFrom('identities')
    .select('id')
    .where('userId', '=', userId)
    .where('isLeading', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (leading) return 'directory';
  return (await hasPassword(db, userId)) ? 'self' : 'staff';
}

async function confirmingMail({ db, mail: server }: Needs<'db' | 'mail'>, userId: number): Promise<ConfirmingMail> {
  const last = await db
    .selectFrom('mails')
    .select('state')
    .where('userId', '=', userId)
    .where('event', '=', ADDRESS_CONFIRMATION)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.state === 'refused' || last?.state === 'suppressed' || last?.state === 'cancelled') return 'failed';
  if (last?.state === 'queued' || last?.state === 'deferred') return server === null ? 'kept' : 'waiting';
  return last?.state === 'sending' ? 'waiting' : 'sent';
}

export function isSameAddress(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
