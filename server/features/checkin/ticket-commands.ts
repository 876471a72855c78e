import type { InputsForRows, PlanNote } from '../../../domain/calls/action-parts.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import {
  TICKET_STATUSES,
  ticketTransition,
  type TicketActor,
  type TicketStatus,
} from '../../../domain/sessions/tickets.ts';
import { MAX_ROWS } from '../../../domain/declarations/list-query.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { didYouMean } from '../../declarations/faults.ts';
import type { Command, CommandCall, CommandRows } from '../../resources/command-registry.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { afterOtherBooking } from '../registration/seats/booking-lock.ts';
import { expireHoldsAndOfferSeats } from '../registration/seats/expire-and-offer.ts';
import { withLockedSession, type LockedSession, type Ticket } from '../registration/seats/locked-session.ts';
import type { By } from '../registration/seats/ticket-change.ts';
import { viewSession, withLockedSessions, type SessionView } from '../registration/seats/session-view.ts';
import { REFUND_CHOICE, refundedEffect, refundInput, refundNotes, wantsRefund } from '../payments/refund-choice.ts';
import type { ThingRefund } from '../payments/payables.ts';
import { seatsCanceledWith } from '../registration/booking/own-refund.ts';
import { seatRefunds } from '../registration/seats/seat-refunds.ts';
import { propagateToSeries, sessionsBookedWith } from '../registration/booking/series-booking.ts';
import { readInstances, ticketFacts, type OpenInstance } from '../sessions/instance.ts';
import { formatMoment } from '../sessions/listing/date-text.ts';
import { sessionRow, sessionRows } from '../sessions/listing/public-session.ts';
import { notPossible } from '../sessions/refusals.ts';
import { reasonNeeded, requireTransition, statusRefusal } from './mark.ts';
import { moveTicket } from './move.ts';
import { refuseTakingPayment, takePaymentCommand } from './take-ticket-payment.ts';

type Rows = CommandRows<'tickets'>;
type Call = CommandCall<'tickets'>;

const REASON = { type: 'string', title: 'Reason', minLength: 1, maxLength: 500 } as const;
const MOST_NAMED = 5;
/** Within which someone who was added by mistake can be removed again, in milliseconds. */
const REMOVABLE = 15 * 60_000;
const MOST_TARGETS = 50;
const NOT_PAID = 'This ticket is not paid. Mark it as paid before you move it.';
const NO_OTHER = 'No other session of this event has seats left.';
const SEVERAL_EVENTS = 'These tickets belong to different events. Select tickets of one event.';
const NOT_REMOVABLE = 'You can only remove people added by staff in the last 15 minutes.';
const TAKE_PAYMENT = 'It is not paid. Mark it as paid to record the payment.';
const ADDED_BY_STAFF: readonly Ticket['source'][] = ['staff', 'walkIn'];

/** What staff do with tickets, as config/resources/tickets.json offers it. */
export function addTicketCommands(services: CommandServices): void {
  addStatusCommand(services);
  addRemoveCommand(services);
  addMoveCommand(services);
  services.engine.command('tickets.takePayment', {
    ...ticketCommand(services),
    ...takePaymentCommand(services),
    refusals: (call) => refusalsOf(services, call, (ticket) => refuseTakingPayment(call, ticket)),
  });
}

/** Sets the status of tickets to `to`, as config/tickets.json permits staff. */
function addStatusCommand(services: CommandServices): void {
  services.engine.command('tickets.setStatus', {
    ...ticketCommand(services),
    inputs: { properties: { reason: REASON, refund: REFUND_CHOICE } },
    planned: ['refund'],
    check: (_resource, { options }, report) => {
      const to = String(options['to']);
      if (!TICKET_STATUSES.some((status) => status === to))
        report(['options', 'to'], `There is no status "${to}"${didYouMean(to, TICKET_STATUSES)}`);
    },
    refusals: (call) =>
      refusalsOf(services, call, (ticket, instance, now) => {
        const facts = ticketFacts(instance, now, ticket.holdExpiresAt);
        if (isUnpaid(ticket) && target(call) === 'confirmed') return TAKE_PAYMENT;
        return ticketTransition(services.model.tickets, ticket.status, 'staff', facts, target(call)) === null
          ? statusRefusal(instance, now, target(call))
          : null;
      }),
    inputsFor: (call) => statusInputs(services, call),
    effect: async (call) =>
      target(call) === 'cancelled' ? refundedEffect(call, await refundsOfCanceling(services, call)) : null,
    notes: (call) => statusNotes(services, call),
    run: async (call) => {
      const to = target(call);
      const reason = reasonIn(call);
      const given = { actor: call.actor, ...(reason !== undefined && ({ reason, withoutTerms: true } as const)) };
      const refund = wantsRefund(call) ? 'everything' : 'nothing';
      const by: By = { as: 'staff', actor: call.actor, reason, refund };
      await withTickets(services, call, async ({ locked, ticket, others }) => {
        if (ticket.status === to) return;
        const after = await locked.move(ticket, await requireTransition(locked, ticket, to, given), by);
        await expireHoldsAndOfferSeats(locked);
        if (ticket.status === 'held' || to === 'cancelled') await propagateToSeries(locked, others, after, to, by);
      });
    },
    revert: ({ tx, actor, row, before: { status = row.status, checkedInAt } }) =>
      withLockedSession(services, tx, row.instanceId, async (locked) => {
        await expireHoldsAndOfferSeats(locked);
        const ticket = await locked.ticket(row.id);
        const transition = await requireTransition(locked, ticket, status, { actor });
        const at = checkedInAt ? { at: Date.parse(checkedInAt) } : {};
        const after = await locked.move(ticket, transition, { as: 'staff', actor, ...at });
        await expireHoldsAndOfferSeats(locked);
        return after;
      }),
  });
}

async function statusInputs(services: CommandServices, call: Rows): Promise<InputsForRows> {
  if (target(call) === 'cancelled')
    return { reason: { isOptional: true }, ...refundInput(await refundsOfCanceling(services, call)) };
  return (await reasonsNeeded(services, call)).length > 0 ? { reason: {} } : {};
}

async function statusNotes(services: CommandServices, call: Rows): Promise<PlanNote[]> {
  if (target(call) === 'cancelled')
    return refundNotes(call, { endpoint: 'ticket', things: await refundsOfCanceling(services, call) });
  const reasons = await reasonsNeeded(services, call);
  const more = reasons.length - MOST_NAMED;
  return more > 0 ? [...reasons.slice(0, MOST_NAMED), `The same applies to ${more} more.`] : reasons;
}

/** Removes people added by mistake a moment ago. */
function addRemoveCommand(services: CommandServices): void {
  services.engine.command('tickets.remove', {
    ...ticketCommand(services),
    effect: async (call) => refundedEffect(call, await refundsOfCanceling(services, call, 'correction')),
    notes: async (call) =>
      refundNotes(call, { endpoint: 'ticket', things: await refundsOfCanceling(services, call, 'correction') }),
    refusals: (call) =>
      refusalsOf(services, call, ({ source, createdAt }, _instance, now) =>
        ADDED_BY_STAFF.includes(source) && now - Date.parse(createdAt) <= REMOVABLE ? null : NOT_REMOVABLE,
      ),
    run: async (call) => {
      const by: By = { as: 'correction', actor: call.actor, reason: 'Added by mistake.' };
      await withTickets(services, call, async ({ locked, ticket, others }) => {
        if (ticket.status === 'cancelled') return;
        const transition = locked.transition(ticket, 'correction', 'cancelled');
        if (transition === null) throw notPossible(NOT_REMOVABLE);
        const after = await locked.move(ticket, transition, by);
        await expireHoldsAndOfferSeats(locked);
        await propagateToSeries(locked, others, after, 'cancelled', by);
      });
    },
  });
}

/** Moves people to another session of the event. Its result: the ids of their tickets there. */
function addMoveCommand(services: CommandServices): void {
  services.engine.command('tickets.move', {
    ...ticketCommand(services),
    inputs: {
      required: ['toInstanceId'],
      properties: {
        toInstanceId: { type: 'integer', title: 'Session' },
        reason: { ...REASON, description: 'Required if others are waiting for that session.' },
      },
    },
    refusals: async (call) => {
      const open = await findOpenSessions(services, call);
      return refusalsOf(services, call, (ticket, instance, now) => {
        const facts = ticketFacts(instance, now, ticket.holdExpiresAt);
        if (ticketTransition(services.model.tickets, ticket.status, 'correction', facts, 'cancelled') === null)
          return ticket.status === 'held' ? NOT_PAID : 'This is not possible now.';
        return open.some((one) => one.eventId === instance.eventId && one.id !== instance.id) ? null : NO_OTHER;
      });
    },
    inputsFor: async (call) => {
      const open = await findOpenSessions(services, call);
      if (new Set(open.map(({ eventId }) => eventId)).size > 1) throw notPossible(SEVERAL_EVENTS);
      const others = open.filter(({ id }) => !call.rows.some(({ instanceId }) => instanceId === id));
      const labels = Object.fromEntries(others.slice(0, MOST_TARGETS).map(({ id, label }) => [id, label]));
      return {
        toInstanceId: { enum: Object.keys(labels).map(Number), 'x-labels': labels },
        reason: { isOptional: true },
      };
    },
    run: async (call) => {
      const given = { actor: call.actor, reason: reasonIn(call) };
      const moved: number[] = [];
      await withTickets(services, call, async ({ locked, ticket, sessions }) => {
        const target = sessions.find(({ instance }) => instance.id === targetId(call.inputs));
        if (target !== undefined) moved.push((await moveTicket(locked, target, ticket.id, given)).id);
      });
      return moved;
    },
  });
}

function ticketCommand(services: CommandServices) {
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
async function withTickets(
  services: CommandServices,
  { tx, rows, inputs }: Call,
  work: (one: LockedTicket) => Promise<void>,
) {
  const ids = rows.map(({ id }) => id);
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

function isUnpaid({ status, priceCents }: Ticket): boolean {
  return status === 'held' && (priceCents ?? 0) > 0;
}

/** With the other seats of a series that is booked as a whole. */
async function refundsOfCanceling(
  services: CommandServices,
  { tx, rows }: Rows,
  as: TicketActor = 'staff',
): Promise<ThingRefund[]> {
  const ids: number[] = [];
  for (const { id } of rows) ids.push(...(await seatsCanceledWith(services, tx, id, as)));
  return seatRefunds(tx, [...new Set([...rows.map(({ id }) => id), ...ids])]);
}

function target({ options }: Rows): TicketStatus {
  return options['to'] as TicketStatus;
}

function targetId({ toInstanceId }: Row): number | null {
  return typeof toInstanceId === 'number' ? toInstanceId : null;
}

function reasonIn({ inputs }: Call): string | undefined {
  return typeof inputs['reason'] === 'string' ? inputs['reason'].trim() || undefined : undefined;
}

/** Refusals by id, of the tickets for which `refuse` says why. */
async function refusalsOf(
  { model, clock }: CommandServices,
  { tx, actor, rows }: Rows,
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

async function reasonsNeeded(services: CommandServices, call: Rows): Promise<string[]> {
  const views = new Map<number, Promise<SessionView>>();
  const reasons: string[] = [];
  for (const row of call.rows) {
    const view = views.get(row.instanceId) ?? viewSession(services, call.tx, row.instanceId);
    views.set(row.instanceId, view);
    const reason = await reasonNeeded(await view, row, target(call));
    if (reason !== null) reasons.push(reason);
  }
  return reasons;
}

/** The sessions of the tickets' events in which there is a seat, by start. */
async function findOpenSessions(services: CommandServices, { tx, rows }: Rows) {
  const ids = [...new Set(rows.map(({ instanceId }) => instanceId))];
  if (ids.length === 0) return [];
  const found = await sessionRows(tx)
    .where('i.eventId', 'in', ({ selectFrom }) => selectFrom('instances').select('eventId').where('id', 'in', ids))
    .where('i.status', '=', 'published')
    .where('i.endsAt', '>', services.clock.instant())
    .orderBy('i.startsAt')
    .limit(MAX_ROWS)
    .execute();
  return found.flatMap((row) => {
    const { instance, session } = sessionRow(services, row);
    const { seatsLeft, capacity, waiting, place, timezone } = session;
    if (seatsLeft === 0) return [];
    const facts = [
      formatMoment(instance.startsAt, timezone),
      ...(place === '' ? [] : [place]),
      `${seatsLeft} of ${capacity} seats left`,
      ...(waiting === 0 ? [] : [`${waiting} waiting`]),
    ];
    return [{ id: instance.id, eventId: instance.eventId, label: facts.join(', ') }];
  });
}
