import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { CommandServices } from '../../services.ts';
import { requestContext } from './context.ts';
import { recordChanges, submissionRows, type StatusChange } from './rows.ts';
import { startActions } from './start-actions.ts';

/** Does the failed actions of requests again. */
export function addRetryCommand(services: CommandServices): void {
  services.engine.command('requests.retryActions', {
    resource: 'submissions',
    refusals: async ({ tx, actor, rows }) => {
      const ids = rows.map(({ id }) => id);
      const failed = new Set((await failedActions({ tx }, ids)).map(({ submissionId }) => submissionId));
      const isStaff = isCapable(actor, 'processRequests');
      const refusal = isStaff ? 'None of its actions has failed.' : 'Only people who process requests can do this.';
      return new Map(ids.filter((id) => !isStaff || !failed.has(id)).map((id) => [id, refusal]));
    },
    run: async ({ tx, actor, rows }) => {
      const context = await requestContext(services, tx, actor);
      const ids = rows.map(({ id }) => id);
      const failed = Map.groupBy(await failedActions({ tx }, ids), ({ submissionId }) => submissionId);
      for (const row of await submissionRows(tx, ids)) {
        const names = (failed.get(row.id) ?? []).map(({ name }) => name);
        await startActions(context, row, names);
        const text = `Actions retried: ${names.join(', ')}`.slice(0, 500);
        const change: StatusChange = { kind: 'status', from: null, to: null, actorKind: 'staff', reason: null, text };
        await recordChanges(tx, row.id, context.author, [change]);
      }
    },
  });
}

function failedActions({ tx }: Pick<Parameters<typeof startActions>[0], 'tx'>, ids: readonly number[]) {
  return tx
    .selectFrom('actionRuns')
    .select(['submissionId', 'name'])
    .where('submissionId', 'in', [...ids])
    .where('state', '=', 'failed')
    .orderBy('id')
    .execute();
}
