import type { CommandServices } from '../../services.ts';
import { endSessions } from '../accounts/account-commands.ts';
import { OWN_PASSWORD, administrators, proveSetter } from '../passwords/change.ts';
import { refuseMorePowerful } from '../permissions/privilege-escalation.ts';
import { switchOff } from './switch.ts';

/** For people who have lost their phone and their recovery codes. */
export function addResetCommand(services: CommandServices): void {
  services.engine.command('users.resetSecondFactor', {
    resource: 'users',
    inputs: { properties: { currentPassword: OWN_PASSWORD } },
    inputsFor: async ({ tx, rows }) => {
      const ids = rows.map(({ id }) => id);
      return (await administrators(services.model, tx, ids)).length > 0 ? { currentPassword: {} } : {};
    },
    refusals: async ({ tx, actor, rows }) => {
      const refusals = await refuseMorePowerful(
        tx,
        actor,
        rows.map(({ id }) => id),
      );
      if (actor.id !== null && rows.some(({ id }) => id === actor.id)) refusals.set(actor.id, OWN_ACCOUNT);
      return refusals;
    },
    run: async ({ tx, actor, rows, inputs }) => {
      const { currentPassword } = inputs as { currentPassword?: string | null };
      for (const { id } of rows) {
        await proveSetter(services, tx, actor, id, currentPassword ?? null);
        await switchOff(services, tx, actor, id);
        await endSessions(tx, id);
      }
    },
  });
}

const OWN_ACCOUNT = 'This is your own account. Turn the second factor off in your account menu.';
