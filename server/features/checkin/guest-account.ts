import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { accountsWith } from './accounts-by-email.ts';
import { TAKE_OVER } from './take-over.ts';

interface Guest {
  name: string;
  /** Null: always a new account. */
  email: string | null;
}

/**
 * The id of the account with this address, or else of a new provisional one, to which no one can log in (`takeOver`). 409
 * `events.several-accounts` where several accounts have the address.
 */
export async function guestAccount(
  { services, tx, actor }: { services: CommandServices; tx: Tx; actor: Actor },
  { name, email }: Guest,
): Promise<number> {
  const accounts = email === null ? [] : await accountsWith(tx, email);
  const own = accounts.filter(({ isProvisional }) => isProvisional !== true);
  if (own.length > 1)
    throw problem(
      409,
      'events.several-accounts',
      'Not added',
      'Several accounts use this address. Search by name instead.',
    );
  const [known] = [...own, ...accounts];
  if (known !== undefined) return known.id;
  const username = `guest-${randomBytes(6).toString('hex')}`;
  const values = {
    username,
    displayName: name.trim(),
    email: email?.trim() ?? null,
    active: true,
    isProvisional: true,
  };
  const { id } = await services.engine.create({ ...actor, system: true }, 'users', values, { tx, command: true });
  // Another transaction may be creating an account with this address now, for another session or for the person themselves.
  if (email !== null) await services.jobs.enqueue(tx, TAKE_OVER, { userId: id });
  return id;
}
