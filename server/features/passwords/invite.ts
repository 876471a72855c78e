import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { MailServices, Needs } from '../../services.ts';
import { hasPassword } from '../accounts/own-password.ts';
import { isSuppressed } from '../messages/suppressed.ts';
import { OWN_PASSWORD, administrators, proveSetter, refusePassword } from './change.ts';
import { mailPasswordLink, shownPasswordLink } from './links.ts';

type Invited = CommandRows<'users'>['rows'][number];

/** Mails a link by which the person sets a password, or shows it once where no mail reaches them. */
export function addInviteCommand(services: MailServices & Needs<'jobs' | 'systemSettings'>): void {
  services.engine.command('users.invite', {
    resource: 'users',
    inputs: { properties: { currentPassword: OWN_PASSWORD } },
    inputsFor: async ({ tx, rows }) => {
      const ids = rows.map(({ id }) => id);
      return (await administrators(services.model, tx, ids)).length > 0 ? { currentPassword: {} } : {};
    },
    refusals: (call) => refusePassword(services, call),
    notes: (call) => describeInvitation(services, call),
    run: async ({ tx, actor, rows: [user], inputs }) => {
      if (!user) return;
      const { currentPassword } = inputs as { currentPassword?: string | null };
      await proveSetter(services, tx, actor, user.id, currentPassword ?? null);
      const address = await reachableAddress(services, tx, user);
      if (address === null) return shownPasswordLink(services, tx, user.id);
      await mailPasswordLink(services, tx, user, { address, purpose: 'invitation' });
      return null;
    },
  });
}

async function describeInvitation(
  services: Needs<'mail'>,
  { tx, rows: [user] }: CommandRows<'users'>,
): Promise<PlanNote[]> {
  if (!user) return [];
  const address = await reachableAddress(services, tx, user);
  const link =
    address === null
      ? `${whyShown(services, user)} The link is shown to you once. Give it to the person directly.`
      : `${address} gets an email with a link.`;
  const own = (await hasPassword(tx, user.id)) ? ['The current password works until the link is used.'] : [];
  return [
    link,
    'The person sets a password with it. It works once, within 7 days, and replaces earlier links.',
    ...own,
  ];
}

function whyShown({ mail }: Needs<'mail'>, { email }: Invited): string {
  if (mail === null) return 'There is no mail server.';
  return email === null ? 'The account has no email address.' : 'Emails to this account bounce.';
}

async function reachableAddress({ mail }: Needs<'mail'>, tx: Tx, { email }: Invited): Promise<string | null> {
  return mail === null || email === null || (await isSuppressed(tx, email)) ? null : email;
}
