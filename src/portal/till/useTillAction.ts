import { useQueryClient } from '@tanstack/react-query';
import { runRecordCommand } from '../../actions/runRecordCommand.ts';

/** Runs a declared action of a till, its session, or an order, after its question. */
export function useTillAction() {
  const client = useQueryClient();
  return async (resource: 'tills' | 'tillSessions' | 'orders', action: string, id: number): Promise<void> => {
    await runRecordCommand(client, { resource, action, records: [{ id }] });
    await client.invalidateQueries({ queryKey: ['/api/till'] });
  };
}
