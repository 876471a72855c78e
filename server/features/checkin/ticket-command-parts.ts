import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { Tx } from '../../platform/database.ts';
import type { Command, CommandCall, CommandRows } from '../../resources/command-registry.ts';
import type { CommandServices } from '../../services.ts';
import { sessionsBookedWith } from '../registration/booking/series-booking.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import type { LockedSession, Ticket } from '../registration/seats/locked-session.ts';
import { withLockedSessions } from '../registration/seats/session-view.ts';
import { readInstances, type OpenInstance } from '../sessions/instance.ts';
import { notPossible } from '../sessions/refusals.ts';

export type TicketRows = CommandRows<'tickets'>;
export type TicketCall = CommandCall<'tickets'>;

export const REASON = { type: 'string', title: 'Reason', minLength: 1, maxLength: 500 } as const;

/** What the commands for tickets have in common: they run in the locked sessions of their tickets. */
export function ticketCommand(services: CommandServices) {
  return {
    resource: 'tickets',
    unchanged: 'status',
    lock: async (tx, ids, inputs) =>
      services.engine.lock(tx, 'instances', await findSessionIds(tx, ids.map(Number), inputs)),
    retry: (work) => afterOtherBooking(services, work),
  } satisfies Partial<Command<'tickets'>>;
}

/** The sessions of the tickets, with those that are booked with them and the one that is entered, by id. */
async function findSessionIds(tx: Tx, ticketIds: readonly number[], inputs: Row): Promise<number[]> {
  const rows = await tx.selectFrom('tickets').select('instanceId').distinct().where('id', 'in', ticketIds).execute();
  const booked =
    rows.length === 0
      ? []
      : await sessionsBookedWith(
          tx,
          rows.map(({ instanceId }) => instanceId),
        );
  const target = targetId(inputs);
  return [...new Set(target === null ? booked : [...booked, target])].toSorted((a, b) => a - b);
}

interface LockedTicket {
  ticket: Ticket;
  /** Its session. */
  locked: LockedSession;
  /** The other sessions of a series that is booked as a whole. */
  others: LockedSession[];
  sessions: readonly LockedSession[];
}

/** Runs `work` for each ticket, in its locked session. 409 where one has changed since the caller has seen it. */
export async function withTickets(
  services: CommandServices,
  call: TicketCall,
  work: (one: LockedTicket) => Promise<void>,
) {
  const { tx, rows, inputs } = call;
  const ids = idsOf(call);
  await withLockedSessions(services, tx, await findSessionIds(tx, ids, inputs), async (sessions) => {
    const own = new Set(rows.map(({ instanceId }) => instanceId));
    for (const locked of sessions) if (own.has(locked.instance.id)) await expireHoldsAndOfferSeats(locked);
    const present = await services.engine.lock(tx, 'tickets', ids);
    if (rows.some((row) => present.find(({ id }) => id === row.id)?.status !== row.status))
      throw notPossible('Someone else changed this ticket in the meantime. Nothing was saved.');
    for (const { id, instanceId } of rows) {
      const locked = sessions.find(({ instance }) => instance.id === instanceId)!;
      const { wholeSeriesId } = locked.instance;
      const others = sessions.filter(
        (one) => one !== locked && wholeSeriesId !== null && one.instance.wholeSeriesId === wholeSeriesId,
      );
      await work({ ticket: await locked.ticket(id), locked, others, sessions });
    }
  });
}

/** Refusals by id, of the tickets for which `refuse` says why. */
export async function refusalsOf(
  { model, clock }: CommandServices,
  { tx, actor, rows }: TicketRows,
  refuse: (ticket: Ticket, instance: OpenInstance, now: number) => string | null,
): Promise<Map<number, string>> {
  if (!isCapable(actor, 'processEvents')) return new Map(rows.map(({ id }) => [id, 'Only event staff can do this.']));
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map(({ instanceId }) => instanceId))];
  const instances = new Map((await readInstances({ model }, tx, ids)).map((instance) => [instance.id, instance]));
  return new Map(
    rows.flatMap((ticket): [number, string][] => {
      const instance = instances.get(ticket.instanceId);
      const refusal = instance === undefined ? 'This session does not exist.' : refuse(ticket, instance, clock.now());
      return refusal === null ? [] : [[ticket.id, refusal]];
    }),
  );
}

export function targetId({ toInstanceId }: Row): number | null {
  return typeof toInstanceId === 'number' ? toInstanceId : null;
}

export function idsOf({ rows }: TicketRows): number[] {
  return rows.map(({ id }) => id);
}

export function reasonIn({ inputs }: TicketCall): string | undefined {
  return typeof inputs['reason'] === 'string' ? inputs['reason'].trim() || undefined : undefined;
}
