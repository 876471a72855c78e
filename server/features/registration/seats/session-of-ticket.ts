import type { Needs } from '../../../services.ts';
import { noTicket } from '../../sessions/refusals.ts';

/** The id of the instance whose ticket it is. 404 where there is no such ticket, or with `userId` where it is not that person's. */
export async function instanceOfTicket({ db }: Needs<'db'>, ticketId: number, userId?: number): Promise<number> {
  let query = db.selectFrom('tickets').select('instanceId').where('id', '=', ticketId);
  if (userId !== undefined) query = query.where('userId', '=', userId);
  const found = await query.executeTakeFirst();
  if (found === undefined) throw noTicket();
  return found.instanceId;
}
