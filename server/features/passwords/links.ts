import { PASSWORD_INVITATION, PASSWORD_RESET } from '../../../domain/messages/messages.ts';
import type { PasswordLinkAccount } from '../../../domain/calls/accounts.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs, NoticeServices } from '../../services.ts';
import { forgetFailedLogins, voidPasswordLink } from '../accounts/account-commands.ts';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { notifyAddress } from '../messages/notify.ts';
import { hashPasswordToken, newPasswordSeed, passwordPath, passwordToken } from '../messages/password-links.ts';
import { changePassword, passwordOwner } from './change.ts';
import { withPasswordHere } from './usable.ts';

export type Purpose = PasswordLinkAccount['purpose'];

const HOURS: Readonly<Record<Purpose, number>> = { invitation: 7 * 24, reset: 1 };
const EVENTS: Readonly<Record<Purpose, string>> = { invitation: PASSWORD_INVITATION, reset: PASSWORD_RESET };

/** A new link of the account, whose row is locked. It replaces the previous one. */
async function createLink(services: NoticeServices, tx: Tx, userId: number, purpose: Purpose) {
  await voidPasswordLink(tx, userId);
  const seed = newPasswordSeed();
  const token = await passwordToken(services, seed);
  const endsAt = new Date(services.clock.now() + HOURS[purpose] * 3_600_000).toISOString();
  const { id } = await tx
    .insertInto('passwordLinks')
    .values({ userId, purpose, seed, tokenHash: hashPasswordToken(token), endsAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, endsAt };
}

export interface LinkedPerson {
  id: number;
  username: string;
  displayName: string;
}

/** Mails a new link. Its person's portal shows no message of it. */
export async function mailPasswordLink(
  services: NoticeServices,
  tx: Tx,
  { id: userId, username, displayName }: LinkedPerson,
  to: { address: string; purpose: Purpose },
): Promise<void> {
  const { id, endsAt } = await createLink(services, tx, userId, to.purpose);
  await notifyAddress(
    services,
    tx,
    {
      event: EVENTS[to.purpose],
      audience: 'person',
      values: { username, endsAt },
      about: { resource: 'passwordLinks', id, title: 'Your password', path: null },
    },
    { userId, address: to.address, name: displayName },
  );
}

/** The address of a new link, to be handed on. */
export async function shownPasswordLink(services: NoticeServices, tx: Tx, userId: number): Promise<string> {
  const { token } = await createLink(services, tx, userId, 'invitation');
  return siteOrigin(services.settings, null) + passwordPath(token);
}

/** Whose password a link sets. 410 for a link that no longer works or never did. */
export async function linkedAccount(
  services: Needs<'clock' | 'model' | 'settings'>,
  db: Db,
  token: string,
): Promise<PasswordLinkAccount & { userId: number }> {
  const link = await db
    .selectFrom('passwordLinks as l')
    .innerJoin('users as u', 'u.id', 'l.userId')
    .select(['l.userId', 'l.purpose', 'l.endsAt', 'u.username', 'u.displayName as name'])
    .where('l.tokenHash', '=', hashPasswordToken(token))
    .where(withPasswordHere(services))
    .executeTakeFirst();
  if (!link) throw problem(410, 'password.link-void', 'This link does not work', VOID);
  if (Date.parse(link.endsAt) <= services.clock.now())
    throw problem(410, 'password.link-ended', 'This link has expired', 'Request a new one.');
  return { ...link, purpose: link.purpose as Purpose };
}

const VOID = 'It was already used, a newer link replaced it, or part of it is missing. Request a new one.';

/** Sets the password, ends all sessions and notifies the person. The link then no longer works. */
export async function setPasswordByLink(services: CommandServices, token: string, password: string): Promise<void> {
  const { userId, username } = await linkedAccount(services, services.db, token);
  await checkNewPassword(password, await passwordOwner(services.db, userId), 'newPassword');
  const passwordHash = await hashPassword(password);
  await services.engine.transaction(async (tx) => {
    await services.engine.lock(tx, 'users', [userId]);
    // Again, now that no one else can use the link.
    await linkedAccount(services, tx, token);
    await changePassword(services, tx, userId, passwordHash);
    await forgetFailedLogins(tx, username);
  });
}
