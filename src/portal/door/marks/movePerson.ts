import { callApi } from '../../../app/callApi.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { moveTicket } from './doorQueries.ts';
import { withReason } from './overrideReason.tsx';

interface Move {
  ticketId: number;
  name: string;
  toInstanceId: number;
}

/** Moves someone, after a question where other seats depend on the present one. Returns the id of the ticket there; null where the user cancels. */
export async function movePerson({ ticketId, name, toInstanceId }: Move): Promise<number | null> {
  const { notes, effect } = await callApi('POST /api/:resource/actions/:action/plan', {
    params: { resource: 'tickets', action: 'move' },
    body: { ids: [ticketId], inputs: { toInstanceId } },
  });
  const message = notes.map((note) => (typeof note === 'string' ? note : note.text)).join(' ');
  const isSure =
    notes.length === 0 ||
    (await confirmModal({ header: `Move ${name}?`, message, confirmButtonText: 'Move', cancelButtonText: 'Back' }));
  if (!isSure) return null;
  // Others may have waited longer for the session.
  return withReason(`Move ${name} anyway`, (reason) => moveTicket(ticketId, toInstanceId, { reason, effect }));
}
