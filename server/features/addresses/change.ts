import type { AddressKeeper } from '../../../domain/calls/accounts.ts';
import { ADDRESS_CONFIRMATION } from '../../../domain/messages/messages.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem, tooMany, type ProblemError } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Needs, NoticeServices } from '../../services.ts';
import { cancelConfirmations, dropAddressChange } from '../accounts/account-commands.ts';
import { wrongPassword } from '../accounts/own-password.ts';
import type { Identity } from '../identity/provider.ts';
import { CONFIRM_HOURS } from '../messages/confirming.ts';
import { notifyAddress } from '../messages/notify.ts';
import { isSuppressed } from '../messages/suppressed.ts';
import { isSameAddress, addressOwner } from './state.ts';

const DAY = 86_400;
/** One limit per person and one per address, with one refusal for both, which reveals nothing of others. */
const BY_PERSON: RateLimit = {
  name: 'address-changes',
  perClient: 10,
  shared: { total: 10_000, share: 2 },
  seconds: DAY,
};
const TO_ADDRESS: RateLimit = {
  name: 'address-mails',
  perClient: 5,
  shared: { total: 10_000, share: 2 },
  seconds: DAY,
};
const SAME = 'Your emails already go to this address.';
const ALREADY_USED = 'Another account already uses this address. It keeps the address: both get their emails here.';
const ELSEWHERE: Readonly<Record<Exclude<AddressKeeper, 'self'>, string>> = {
  directory: 'Your address comes from your campus account. Change it there.',
  staff: 'Your account has no password here, so we cannot verify that it is you. Ask the staff to change your address.',
};

/**
 * Requests another address, which takes effect once its reader confirms it, and voids the previous request. The answer
 * does not depend on other accounts with the address. `proof`: of the password, which must still hold. Throws 409, 429.
 */
export async function requestChange(
  services: NoticeServices & Needs<'engine' | 'limits'>,
  proof: Identity,
  address: string,
): Promise<void> {
  const { userId } = proof;
  await countMail(services, userId, address);
  await services.engine.transaction(async (tx) => {
    const [user] = await services.engine.lock(tx, 'users', [userId]);
    if (!user || !(await proof.isStillValid(tx))) throw wrongPassword();
    await requireSelf(tx, userId);
    if (isSameAddress(user.email, address) && !(await isSuppressed(tx, address)))
      throw problem(409, 'address.same', 'Not changed', SAME, { errors: { address: SAME } });
    await dropAddressChange(tx, userId);
    await tx.deleteFrom('addressChanges').where('userId', '=', userId).execute();
    const endsAt = linkExpiry(services);
    const change = await tx
      .insertInto('addressChanges')
      .values({ userId, address, endsAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await mailLinkTo(services, tx, { id: change.id, userId, name: user.displayName, address, endsAt });
  });
}

/** Mails a new link to the pending address. Links sent before work until they expire. Throws 409, 429. */
export async function sendAgain(services: CommandServices & Needs<'limits'>, userId: number): Promise<void> {
  const { db, engine } = services;
  const waiting = await db
    .selectFrom('addressChanges')
    .select('address')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  if (!waiting) throw noPendingAddress();
  await countMail(services, userId, waiting.address);
  await engine.transaction(async (tx) => {
    const [user] = await engine.lock(tx, 'users', [userId]);
    await requireSelf(tx, userId);
    const endsAt = linkExpiry(services);
    const change = await tx
      .updateTable('addressChanges')
      .set({ endsAt })
      .where('userId', '=', userId)
      .where('address', '=', waiting.address)
      .where('confirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!user || !change) throw noPendingAddress();
    await cancelConfirmations(tx, userId);
    const { address } = waiting;
    await mailLinkTo(services, tx, { id: change.id, userId, name: user.displayName, address, endsAt });
  });
}

export async function cancelChange({ engine }: Needs<'engine'>, userId: number): Promise<void> {
  await engine.transaction(async (tx) => {
    await engine.lock(tx, 'users', [userId]);
    await dropAddressChange(tx, userId);
  });
}

interface MailedLink {
  id: number;
  userId: number;
  name: string;
  address: string;
  endsAt: string;
}

/** Only the reader of the address learns that another account uses it. */
async function mailLinkTo(
  services: NoticeServices,
  tx: Tx,
  { id, userId, name, address, endsAt }: MailedLink,
): Promise<void> {
  // Counts all rows: stopping at the first would reveal by its time that one exists.
  const { others } = await tx
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('others'))
    .where(({ fn, ref }) => fn<string>('lower', [ref('email')]), '=', address.toLowerCase())
    .where('id', '<>', userId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  await notifyAddress(
    services,
    tx,
    {
      event: ADDRESS_CONFIRMATION,
      audience: 'person',
      values: { endsAt, alreadyUsed: Number(others) > 0 ? ALREADY_USED : null },
      about: { resource: 'addressChanges', id, title: 'Your address', path: null },
    },
    { userId, address, name },
  );
}

async function countMail({ limits }: Needs<'limits'>, userId: number, address: string): Promise<void> {
  const wait =
    (await limits.use(BY_PERSON, `account ${userId}`)) ?? (await limits.use(TO_ADDRESS, address.toLowerCase()));
  if (wait === null) return;
  const text = 'You requested too many confirmation emails. Try again tomorrow.';
  throw tooMany('address.too-many-mails', 'Not sent', text, wait);
}

/** 409 for an account whose address a directory or provider decides on. */
export async function requireSelf(tx: Db, userId: number): Promise<void> {
  const keeper = await addressOwner(tx, userId);
  if (keeper !== 'self') throw problem(409, 'address.kept-elsewhere', 'Not possible', ELSEWHERE[keeper]);
}

function linkExpiry({ clock }: Needs<'clock'>): string {
  return new Date(clock.now() + CONFIRM_HOURS * 3_600_000).toISOString();
}

function noPendingAddress(): ProblemError {
  return problem(409, 'address.nothing-waits', 'Not sent', 'You have no address waiting for confirmation.');
}
