import type { FastifyInstance } from 'fastify';
import { balanceCalls } from '../../../domain/calls/balances.ts';
import type { Feature } from '../../feature.ts';
import { addApprovalCommands } from './approvals.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices } from '../../services.ts';
import { importGrants, previewGrants } from './import/grants.ts';
import { notifyOfBalances } from './notices.ts';
import { addTransferCommands } from './transfers.ts';

async function registerImport(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, balanceCalls, {
    'POST /api/balances/grants/plan': ({ actor, body }) => previewGrants(services, actor, body.text),
    'POST /api/balances/grants/import': ({ actor, body, key }) => importGrants(services, actor, { ...body, key }),
  });
}

export const balances: Feature = {
  name: 'balances',
  commands: (services) => {
    addApprovalCommands(services);
    addTransferCommands(services);
  },
  routes: registerImport,
  schedules: [{ name: 'balances-notices', cron: '*/15 * * * *', run: notifyOfBalances }],
};
