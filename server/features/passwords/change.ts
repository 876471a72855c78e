import type { Model } from '../../../domain/declarations/model.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { setPassword } from '../accounts/account-commands.ts';
import { hasAnyRole } from '../accounts/held-roles.ts';
import { proveLogin, wrongPassword } from '../accounts/own-password.ts';
import { randomText } from '../accounts/second-factor.ts';
import { checkNewPassword, hashPassword, type PasswordOwner } from '../accounts/passwords.ts';
import { notify } from '../messages/notify.ts';
import { refuseMorePowerful } from '../permissions/privilege-escalation.ts';

export async function changePassword(
  services: Needs<'clock' | 'jobs' | 'model' | 'settings' | 'systemSettings'>,
  tx: Tx,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, userId, passwordHash);
  await notify(services, tx, {
    event: 'passwordChanged',
    audience: 'person',
    recipients: [userId],
    values: { changedAt: services.clock.instant() },
  });
}

export async function passwordOwner(db: Db, userId: number): Promise<PasswordOwner> {
  const owner = await db
    .selectFrom('users')
    .select(['username', 'displayName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!owner) throw problem(404, 'resource.not-found', 'Not found', 'This user does not exist.');
  return owner;
}

const PASSWORD: PropertySchema = { type: 'string', minLength: 1, maxLength: 1024 };

export const OWN_PASSWORD: PropertySchema = {
  ...PASSWORD,
  title: 'Your own password',
  description: 'For the account of an administrator.',
  'x-secret': true,
};

/** Sets a password, or a new one that is shown once. */
export function addPasswordCommand(services: CommandServices): void {
  services.engine.command('users.setPassword', {
    resource: 'users',
    inputs: {
      properties: {
        password: {
          ...PASSWORD,
          title: 'Password',
          description: 'Leave empty to generate one. At least 10 characters.',
          'x-secret': true,
        },
        currentPassword: OWN_PASSWORD,
      },
    },
    refusals: (call) => refusePassword(services, call),
    run: async ({ tx, actor, rows: [user], inputs }) => {
      if (!user) return;
      const { password, currentPassword } = inputs as { password: string | null; currentPassword: string | null };
      const isChosen = password !== null;
      // About 99 bits.
      const next = password ?? randomText(4);
      if (isChosen) await checkNewPassword(next, user, 'password');
      await proveSetter(services, tx, actor, user.id, currentPassword);
      await changePassword(services, tx, user.id, await hashPassword(next));
      return isChosen ? null : next;
    },
  });
}

export async function refusePassword(
  { settings, model }: Needs<'model' | 'settings'>,
  { tx, actor, rows }: CommandRows<'users'>,
) {
  const ids = rows.map(({ id }) => id);
  const refusals = await refuseMorePowerful(tx, actor, ids);
  const usable = settings.localLogin ? ids : await administrators(model, tx, ids);
  for (const id of ids) if (!usable.includes(id)) refusals.set(id, 'Only administrators log in with a password here.');
  if (actor.id !== null && ids.includes(actor.id)) refusals.set(actor.id, OWN_ACCOUNT);
  return refusals;
}

const OWN_ACCOUNT = 'This is your own account. Change your password in your account menu.';

/** An unattended session of one administrator must not be enough to take over the others. */
export async function proveSetter(
  services: CommandServices,
  tx: Tx,
  actor: Actor,
  userId: number,
  password: string | null,
): Promise<void> {
  if ((await administrators(services.model, tx, [userId])).length === 0) return;
  if (password === null)
    throw invalid({ currentPassword: 'Enter your own password, because this account is an administrator’s.' });
  const client = { ip: actor.ip ?? '', device: null, tries: services.systemSettings.value('limits.loginTries') };
  const identity = await proveLogin(services, client, actor.username ?? '', password);
  if (identity.userId !== actor.id) throw wrongPassword();
}

/** Also closed accounts. */
export async function administrators({ roles }: Model, tx: Tx, ids: readonly number[]): Promise<number[]> {
  const found = await tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', 'in', [...ids])
    .where(hasAnyRole(rolesWith(roles, 'everything')))
    .execute();
  return found.map(({ id }) => id);
}
