import type { LinkValue } from '../../../../domain/messages/message-template.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import { ownPayLink } from '../../payments/due-amount.ts';

interface DueContext {
  services: CommandServices;
  tx: Tx;
}

/** The way to pay for a held seat, and with it for all seats of a series that is booked as a whole; null when nothing is due. */
export async function seatPayLink(context: DueContext, ticketId: number): Promise<LinkValue | null> {
  const seats = await seatsPaidWith(context.tx, ticketId);
  const due = seats.filter(({ status, priceCents }) => status === 'held' && priceCents !== null);
  const [first] = seats;
  if (first === undefined || !due.some(({ id }) => id === ticketId)) return null;
  const lines = due.map(({ priceCents, eventId }) => ({
    label: '',
    amountCents: priceCents ?? 0,
    category: { eventId },
  }));
  return ownPayLink(context, {
    ...{ endpoint: 'ticket', id: ticketId, sourceId: first.id, ownerId: first.userId, lines },
  });
}

/** By id, as they are charged: under the first. */
function seatsPaidWith(tx: Tx, ticketId: number) {
  return tx
    .selectFrom('tickets as own')
    .innerJoin('instances as at', 'at.id', 'own.instanceId')
    .leftJoin('eventSeries as s', (join) => join.onRef('s.id', '=', 'at.seriesId').on('s.isBookedAsWhole', '=', true))
    .innerJoin('instances as i', (join) =>
      join.on(({ eb, or, and }) =>
        or([
          eb('i.id', '=', eb.ref('at.id')),
          and([eb('i.seriesId', '=', eb.ref('s.id')), eb('i.status', '!=', 'draft')]),
        ]),
      ),
    )
    .innerJoin('tickets as t', (join) => join.onRef('t.instanceId', '=', 'i.id').onRef('t.userId', '=', 'own.userId'))
    .select(['t.id', 't.userId', 't.status', 't.priceCents', 'i.eventId'])
    .where('own.id', '=', ticketId)
    .where(({ eb, or }) => or([eb('t.id', '=', ticketId), eb('t.activeFor', 'is not', null)]))
    .orderBy('t.id')
    .execute();
}
