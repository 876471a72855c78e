import { sql } from 'kysely';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import {
  ticketTransition,
  type TicketActor,
  type TicketStatus,
  type TicketTransition,
} from '../../../../domain/sessions/tickets.ts';
import type { Outcome } from '../../../platform/batches.ts';
import { PREPARED, type Tx } from '../../../platform/database.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { memoryOf, withSavepoint, type TransactionMemory } from '../../../platform/transaction-memory.ts';
import type { RowOf, ValuesOf } from '../../../resources/typed-rows.ts';
import type { CommandServices } from '../../../services.ts';
import { refundLater, voidChargeLater } from '../../payments/void.ts';
import { isCancelledLate, isRefunded } from './late-cancellation.ts';
import { seatPayment } from '../../places/errand-place.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';
import { noTicket, partOfWhole } from '../../sessions/refusals.ts';
import { creditAttendance } from '../../admission/credentials.ts';
import { ticketCondition, conditionText, conditionValues } from '../../admission/seat-conditions.ts';
import { requireOpenAccounts } from './person-name.ts';
import { moveValues, priceValues, statusValues } from './status-values.ts';
import { entryChange, heldChange, ticketNotice } from './ticket-notice.ts';
import type { By, NewTicket } from './ticket-change.ts';
import { reviewAfterChange } from './dependent-seats.ts';
import { HoldExpiry } from './hold-expiry.ts';
import { SessionNotices } from './session-notices.ts';
import { ticketFacts, lockInstance, seatCounts, type GivenFacts, type OpenInstance } from '../../sessions/instance.ts';

export type Ticket = RowOf<'tickets'>;

/** Locks the instance and runs `work`, as a part of the transaction. 404 where there is no instance. */
export async function withLockedSession<T>(
  services: CommandServices,
  tx: Tx,
  instanceId: number,
  work: (locked: LockedSession) => Promise<T>,
): Promise<T> {
  const locked = new LockedSession(services, tx, await lockInstance(services, tx, instanceId));
  const result = await work(locked);
  await locked.close();
  return result;
}

type Counts = Pick<OpenInstance, 'taken' | 'waiting' | 'calendarSequence'>;

/**
 * The locked instance within a transaction: the only place at which its tickets change. Effects of a change follow from its status: the
 * counts of the instance, the time to pay or accept, the credential, the message, and the seat that is offered to the next waitlisted person
 * (`expireHoldsAndOfferSeats`).
 */
export class LockedSession implements TransactionMemory {
  readonly services: CommandServices;
  readonly tx: Tx;
  readonly instance: OpenInstance;
  readonly now: number;
  readonly notices: SessionNotices;
  readonly expiry: HoldExpiry;
  private readonly written: Counts;
  private hasEndedOverdue = false;
  private readonly stagedTickets: (NewTicket & { waiting: number })[] = [];

  constructor(services: CommandServices, tx: Tx, instance: OpenInstance) {
    this.services = services;
    this.tx = tx;
    this.instance = instance;
    this.now = services.clock.now();
    this.written = { ...instance };
    this.notices = new SessionNotices(services, tx, instance);
    this.expiry = new HoldExpiry(services, tx, instance, this.now);
    memoryOf(tx, this, () => this);
  }

  /** Runs `work`, which may write. If it is refused, nothing of it remains, neither in the database nor in this session. */
  async withSavepoint<Value>(work: (locked: LockedSession) => Promise<Value>): Promise<Outcome<Value>> {
    try {
      return { value: await withSavepoint(this.tx, () => work(this)) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { error };
    }
  }

  /** All that changes while the session is locked (TransactionMemory). */
  snapshot(): () => void {
    const { instance, hasEndedOverdue } = this;
    const [values, staged] = [{ ...instance }, [...this.stagedTickets]];
    return () => {
      Object.assign(instance, values);
      this.hasEndedOverdue = hasEndedOverdue;
      this.stagedTickets.splice(0, Infinity, ...staged);
    };
  }

  /** Null if no transition is open. */
  transition(
    from: Pick<Ticket, 'status' | 'holdExpiresAt'> | 'none',
    as: TicketActor,
    to?: TicketStatus,
    given: GivenFacts = {},
  ): TicketTransition | null {
    const until = from === 'none' ? null : (from.holdExpiresAt ?? null);
    const facts = ticketFacts(this.instance, this.now, until, given);
    return ticketTransition(this.services.model.tickets, from === 'none' ? from : from.status, as, facts, to);
  }

  async create(given: NewTicket): Promise<Ticket> {
    this.stageTicket(given);
    const [ticket] = await this.insertStagedTickets();
    if (ticket === undefined) throw new Error('The ticket was not made.');
    return ticket;
  }

  /** Counts a new ticket, which `insertStagedTickets` inserts with the others. Nothing else may happen in between. */
  stageTicket(ticket: NewTicket): void {
    if (this.instance.wholeSeriesId !== null && ticket.by.isSeriesBooking !== true) throw partOfWhole();
    this.count('none', ticket.transition.to);
    this.stagedTickets.push({ ...ticket, waiting: this.instance.waiting });
  }

  /** Inserts the staged tickets in their order, in as many statements as for one. */
  async insertStagedTickets(): Promise<Ticket[]> {
    const staged = this.stagedTickets.splice(0);
    if (staged.length === 0) return [];
    const heldUntil = new Map<TicketStatus, string | null>();
    for (const { transition } of staged) heldUntil.set(transition.to, await this.expiry.heldUntil(transition.to));
    const tickets = await this.services.engine.createAll(
      this.tx,
      'tickets',
      staged.map(({ userId, transition: { to }, source, by, answers, booked, isInvited = null }) => ({
        actor: by.actor,
        data: {
          ...{ instanceId: this.instance.id, userId, source, reason: by.reason ?? null, isInvited },
          ...priceValues(this.instance),
          ...answers,
          ...conditionValues(booked),
          ...statusValues(to, this.now),
          holdExpiresAt: heldUntil.get(to) ?? null,
        },
      })),
    );
    await requireOpenAccounts(this.tx, tickets);
    for (const [index, ticket] of tickets.entries()) {
      const { transition, by, waiting, booked } = staged[index]!;
      await this.applySideEffects('none', ticket, transition, by, { waiting, condition: conditionText(booked) });
    }
    return tickets;
  }

  async move(
    ticket: Ticket,
    transition: TicketTransition,
    by: By,
    also: Partial<ValuesOf<'tickets'>> = {},
  ): Promise<Ticket> {
    const { as, actor, reason, at } = by;
    const values = {
      ...moveValues(this.instance, ticket, transition.to, at ?? this.now),
      holdExpiresAt: await this.expiry.heldUntil(transition.to),
      ...(as === 'attendee' && isCancelledLate(this.instance, this.now, ticket, transition.to)
        ? { cancelledLate: true }
        : {}),
      // A reason given for an earlier status does not apply to a cancellation.
      ...(reason === undefined && transition.to !== 'cancelled' ? {} : { reason: reason ?? null }),
      ...also,
    };
    const after = await this.services.engine.update(actor, 'tickets', ticket.id, values, {
      tx: this.tx,
      command: true,
    });
    this.count(ticket.status, after.status);
    await this.applySideEffects(ticket, after, transition, by);
    return after;
  }

  /** A change without effects: sign-up answers, or what the seat depends on. */
  async record(ticket: Ticket, changes: Partial<ValuesOf<'tickets'>>, actor: Actor): Promise<Ticket> {
    return this.services.engine.update(actor, 'tickets', ticket.id, changes, { tx: this.tx, command: true });
  }

  async ticket(id: number): Promise<Ticket> {
    const [ticket] = await this.services.engine.lock(this.tx, 'tickets', [id]);
    if (ticket?.instanceId !== this.instance.id) throw noTicket();
    return ticket;
  }

  /** The waitlist, longest first. */
  queue(): Promise<Pick<Ticket, 'id' | 'userId'>[]> {
    return this.tx
      .selectFrom('tickets')
      .select(['id', 'userId'])
      .where('instanceId', '=', this.instance.id)
      .where('status', '=', 'waitlisted')
      .orderBy('waitingSince')
      .orderBy('id')
      .execute();
  }

  async lockTickets(ids: readonly number[]): Promise<Ticket[]> {
    const byId = new Map((await this.locked(ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Tickets past their time to pay, accept or wait; empty the second time, since `now` does not change. */
  async overdue(): Promise<Ticket[]> {
    if (this.hasEndedOverdue) return [];
    this.hasEndedOverdue = true;
    const { rows } = await sql<{ id: number }>`${PREPARED}
      select "id" from "tickets" where "instanceId" = ${this.instance.id}
        and ("status" in ('held', 'offered') and "holdExpiresAt" <= ${new Date(this.now).toISOString()}
          or "status" = 'waitlisted' and ${this.now >= this.instance.startsAt})`.execute(this.tx);
    return this.locked(rows.map(({ id }) => id));
  }

  async tickets(statuses: readonly TicketStatus[]): Promise<Ticket[]> {
    const found = await this.tx
      .selectFrom('tickets')
      .select('id')
      .where('instanceId', '=', this.instance.id)
      .where('status', 'in', [...statuses])
      .execute();
    return this.locked(found.map(({ id }) => id));
  }

  private async locked(ids: readonly number[]): Promise<Ticket[]> {
    return ids.length === 0 ? [] : this.services.engine.lock(this.tx, 'tickets', ids);
  }

  /** Sends the notices, and writes changed counts. Not through the engine: a count has no author. */
  async close(): Promise<void> {
    await this.notices.send();
    const { id, taken, waiting, calendarSequence } = this.instance;
    const { written } = this;
    if (taken === written.taken && waiting === written.waiting && calendarSequence === written.calendarSequence) return;
    await this.tx
      .updateTable('instances')
      .set({ confirmed: taken, waiting, calendarSequence })
      .where('id', '=', id)
      .execute();
  }

  private count(from: TicketStatus | 'none', to: TicketStatus): void {
    const { seated } = this.services.model.tickets;
    const [seatsBefore, waitsBefore] = seatCounts(seated, from);
    const [seats, waitsAfter] = seatCounts(seated, to);
    this.instance.taken += seats - seatsBefore;
    this.instance.waiting += waitsAfter - waitsBefore;
  }

  /** What follows from a status beside the counts. `waiting`: as many as waited then. `condition`: if it is known. */
  private async applySideEffects(
    before: Ticket | 'none',
    ticket: Ticket,
    { notice: event }: TicketTransition,
    by: By,
    { waiting = this.instance.waiting, condition }: { waiting?: number; condition?: string | null } = {},
  ): Promise<void> {
    const { actor, whenBefore } = by;
    if (ticket.holdExpiresAt !== null) await this.expiry.endAt(ticket.holdExpiresAt);
    const [from, until] = before === 'none' ? [before, null] : [before.status, before.holdExpiresAt];
    if (from === 'held' && ticket.status !== 'held') voidChargeLater(this.services, this.tx, 'ticket', ticket.id);
    if (before !== 'none' && isRefunded(this, before, ticket.status, by))
      refundLater(this.services, this.tx, {
        ...{ endpoint: 'ticket', id: ticket.id, actor, reason: ticket.reason ?? 'The seat is canceled.' },
      });
    await creditAttendance(this.services, this.tx, actor, from, { ticket, ...this.instance });
    await reviewAfterChange(this, from, ticket);
    if (event === undefined) return;
    const method = entryChange(from, ticket.status);
    const calendar = method === null ? [] : await this.notices.calendar(method);
    // An expired seat has no time anymore; its message states which it was.
    const notified = { ...ticket, holdExpiresAt: ticket.holdExpiresAt ?? until };
    const { dates } = await this.notices.readEntry();
    const dependsOn = condition ?? (await ticketCondition(this, ticket));
    const change = {
      ...{ ticket: notified, event, actorId: actor.id, condition: dependsOn },
      ...(ticket.status === 'held' ? { payment: await this.payment() } : {}),
      ...heldChange(this, { from, to: ticket.status, whenBefore, when: formatDates(dates) }),
    };
    this.notices.add(ticketNotice({ ...this.instance, waiting }, change, dates, calendar));
  }

  payment(): Promise<string | null> {
    return seatPayment(this.services, this.tx, this.instance.locationId);
  }
}
