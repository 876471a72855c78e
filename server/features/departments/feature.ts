import type { FastifyInstance } from 'fastify';
import { departmentCalls } from '../../../domain/calls/departments.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { addDepartmentCommands } from './commands.ts';
import { expireRequests } from './expiry.ts';
import { departmentOffers } from './offers.ts';

/** Rules are for balances of departments. */
function addDepartmentRules({ engine }: Needs<'engine'>): void {
  engine.rules.check('departmentRules', async ({ tx, after }) => {
    if (after === null) return null;
    const balance = await tx.selectFrom('balances').select('kind').where('id', '=', after.balanceId).executeTakeFirst();
    return balance?.kind === 'departmental' ? null : { balanceId: 'Choose the balance of a department' };
  });
}

async function registerDepartments(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, departmentCalls, {
    'GET /api/payment/departments': ({ actor }) =>
      actor.id === null ? [] : departmentOffers(services, services.db, { userId: actor.id, amountCents: 0 }),
  });
}

export const departments: Feature = {
  name: 'departments',
  checks: addDepartmentRules,
  commands: addDepartmentCommands,
  schedules: [{ name: 'departments.expire', cron: '*/15 * * * *', run: expireRequests }],
  routes: registerDepartments,
};
