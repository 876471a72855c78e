import { sql } from 'kysely';
import type { SetupState } from '../../../domain/calls/setup.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import type { Db } from '../../platform/database.ts';
import { NOW } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { MailServices, Needs } from '../../services.ts';
import { queueTestMail } from '../messages/test-mail.ts';

async function isOpenFor(db: Db, userId: number): Promise<boolean> {
  const setup = await db
    .selectFrom('setups')
    .select('id')
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return setup !== undefined;
}

/** Null where the setup is finished or someone else's. */
export async function setupState(
  services: Needs<'db' | 'mail' | 'model' | 'settings' | 'systemSettings'>,
  userId: number,
): Promise<SetupState | null> {
  const { db, settings, mail, model, systemSettings } = services;
  if (!(await isOpenFor(db, userId))) return null;
  const { rows } = await sql<{
    places: number;
    placesWithHours: number;
    address: string | null;
    otherAccounts: number;
    hasSecondFactor: boolean;
  }>`
    select (select count(*)::int from "locations" where "active") as "places",
      (select count(*)::int from "locations" where "active" and "hours" is not null) as "placesWithHours",
      (select "email" from "users" where "id" = ${userId}) as "address",
      exists (select 1 from "secondFactors" where "userId" = ${userId}) as "hasSecondFactor",
      (select count(*)::int from "users" where "id" <> ${userId} and "active") as "otherAccounts"`.execute(db);
  const required = systemSettings.value('logins.secondFactorRoles');
  return {
    ...rows[0]!,
    sendsMail: mail !== null,
    logins: [
      ...settings.ldapDirectories.map(({ label }) => ({ label, kind: 'directory' as const })),
      ...settings.openidProviders.map(({ label }) => ({ label, kind: 'provider' as const })),
    ],
    requiresSecondFactor: rolesWith(model.roles, 'everything').every((role) => required.includes(role)),
    hasLocalLogin: settings.localLogin,
  };
}

export async function sendSetupTest(
  services: MailServices & Needs<'jobs' | 'systemSettings'>,
  userId: number,
): Promise<void> {
  const { db, engine, mail, model } = services;
  await requireOpen(db, userId);
  const account = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const event = model.messages.events.get('passwordChanged');
  if (mail === null || account.email === null || event === undefined)
    throw problem(409, 'setup.no-mail', 'Not sent', 'There is no mail server, or your account has no email address.');
  const { email: address } = account;
  const message = { subject: `Email works at ${model.site.productName}`, html: '<p>The portal can send email.</p>' };
  await engine.transaction((tx) => queueTestMail(services, tx, { userId, address }, event, message));
}

export async function finishSetup({ db }: Needs<'db'>, userId: number): Promise<void> {
  await requireOpen(db, userId);
  await db.updateTable('setups').set({ finishedAt: NOW }).where('userId', '=', userId).execute();
}

async function requireOpen(db: Db, userId: number): Promise<void> {
  if (!(await isOpenFor(db, userId))) throw problem(404, 'setup.not-open', 'Not found', 'The setup is finished.');
}
