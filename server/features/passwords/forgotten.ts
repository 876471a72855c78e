import { sql } from 'kysely';
import { columnRefs, type Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { hasAnyRole } from '../accounts/held-roles.ts';
import { mailPasswordLink } from './links.ts';
import { withPasswordHere } from './usable.ts';

export const SEND_PASSWORD_LINKS = 'send-password-links';

/** A campus network shares few addresses. */
export const REQUESTS: RateLimit = {
  name: 'password-requests',
  perClient: 30,
  shared: { total: 3_000, share: 5 },
  seconds: 3_600,
};
/** Each link replaces the one before: no one must be able to replace them all the time. */
const TO_ACCOUNT: RateLimit = { name: 'password-mails', perClient: 3, seconds: 3_600 };
/** Accounts that share an address each get a mail. */
const MOST_ACCOUNTS = 5;

/**
 * Accepts a request for a new password by username or address. A job looks for accounts, so neither the answer nor its time depends on
 * whether there is one. 409 where passwords are not requested by mail.
 */
export async function requestPasswordLink(
  services: Needs<'db' | 'jobs' | 'mail' | 'settings'>,
  typed: string,
): Promise<void> {
  const { settings, mail, jobs, db } = services;
  if (!settings.localLogin || mail === null)
    throw problem(409, 'password.no-mail', 'Not possible', 'People cannot request new passwords by email here.');
  const account = typed.normalize('NFKC').trim().toLowerCase();
  await jobs.enqueue(db, SEND_PASSWORD_LINKS, { account });
}

export async function sendPasswordLinks(services: CommandServices & Needs<'limits'>, account: string): Promise<void> {
  for (const { id } of await accountsNamed(services, services.db, account)) {
    if ((await services.limits.use(TO_ACCOUNT, `account ${id}`)) !== null) continue;
    await services.engine.transaction(async (tx) => {
      await services.engine.lock(tx, 'users', [id]);
      // As it is now that no one else can change it.
      const person = (await accountsNamed(services, tx, account)).find((one) => one.id === id);
      if (person?.email) await mailPasswordLink(services, tx, person, { address: person.email, purpose: 'reset' });
    });
  }
}

const USER = columnRefs('users', 'u');
const ENTRY = columnRefs('auditEntries', 'e');

/**
 * Accounts of people who log in with a password kept here, or were invited to. Devices have none. An address that someone else has set
 * gets a link only after the person has logged in since: to change an address must not be enough to take over the account.
 */
function accountsNamed({ settings, model }: Needs<'settings' | 'model'>, db: Db, account: string) {
  const devices = model.roles.filter(({ isDevice }) => isDevice).map(({ name }) => name);
  return (
    db
      .selectFrom('users as u')
      .select(['u.id', 'u.username', 'u.displayName', 'u.email'])
      .where(withPasswordHere({ settings, model }))
      .where(({ or, eb, fn }) =>
        or([eb('u.username', '=', account), eb(fn<string>('lower', ['u.email']), '=', account)]),
      )
      .where('u.email', 'is not', null)
      // Null for an account without roles.
      .where(sql<boolean>`${hasAnyRole(devices)} is not true`)
      .where(
        sql<boolean>`(exists (select 1 from "credentials" c where c."userId" = ${USER.id})
        or exists (select 1 from "passwordLinks" l where l."userId" = ${USER.id} and l."purpose" = 'invitation'))`,
      )
      .where(
        sql<boolean>`not exists (select 1 from "auditEntries" e where ${ENTRY.resource} = 'users' and ${ENTRY.recordId} = ${USER.id}::text
        and ${ENTRY.before} ? 'email' and ${ENTRY.actorId} <> ${USER.id} and ${ENTRY.action} <> 'create'
        and (${USER.lastLoginAt} is null or ${ENTRY.at} > ${USER.lastLoginAt}))`,
      )
      .orderBy('u.id')
      .limit(MOST_ACCOUNTS)
      .execute()
  );
}
