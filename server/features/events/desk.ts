import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import { SYSTEM } from '../../../domain/actor.ts';
import {
  ticketTransition,
  type TicketActor,
  type TicketStatus,
  type TicketTransition,
} from '../../../domain/tickets.ts';
import { PREPARED, type Tx } from '../../platform/database.ts';
import { Turns } from '../../platform/semaphore.ts';
import type { RowOf, ValuesOf } from '../../resources/typed-rows.ts';
import type { Services } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { crowded, noTicket } from './refusals.ts';
import { factsOf, heldUntil, lockInstance, weightOf, type OpenInstance } from './instance.ts';

export type Ticket = RowOf<'tickets'>;

/** Cancels what was not paid or accepted in time, at the instant at which it runs out. */
export const TICKET_DEADLINE = 'events.deadline';

/** Of one instance, in this process. They wait here rather than for its lock, which would take up every connection. */
const MOST_WAITING = 5_000;
const turns = new WeakMap<Services, Turns<number>>();

/** Runs `work` at the instance's desk in a transaction; what happens at the same desk waits for its turn. 404 where there is no instance. */
export function atDesk<T>(services: Services, instanceId: number, work: (desk: Desk) => Promise<T>): Promise<T> {
  let queues = turns.get(services);
  if (queues === undefined) turns.set(services, (queues = new Turns(MOST_WAITING, crowded)));
  return queues.run(instanceId, () =>
    services.engine.transaction(async (tx) => work(await Desk.open(services, tx, instanceId))),
  );
}

/** Who changes a ticket, and what they say of it. */
export interface By {
  as: TicketActor;
  actor: Actor;
  reason?: string | undefined;
}

export const BY_SYSTEM: By = { as: 'system', actor: SYSTEM };

/**
 * The locked instance within a transaction: the only place at which its tickets change. Effects of a change follow from its status: the
 * counts of the instance, the time to pay or accept, the message, and the seat that goes to who waits (`settle`).
 */
export class Desk {
  readonly services: Services;
  readonly tx: Tx;
  readonly instance: OpenInstance;
  readonly now: number;
  private written: Pick<OpenInstance, 'taken' | 'waiting'>;

  private constructor(services: Services, tx: Tx, instance: OpenInstance) {
    this.services = services;
    this.tx = tx;
    this.instance = instance;
    this.now = services.clock.now();
    this.written = { taken: instance.taken, waiting: instance.waiting };
  }

  /** Locks the instance. 404 where there is none. */
  static async open(services: Services, tx: Tx, instanceId: number): Promise<Desk> {
    return new Desk(services, tx, await lockInstance(tx, instanceId));
  }

  /** The transition that is open from this status, to `to` if that is given; null where there is none. */
  transition(from: Ticket | 'none', as: TicketActor, to?: TicketStatus): TicketTransition | null {
    const until = from === 'none' ? null : (from.holdExpiresAt ?? null);
    const facts = factsOf(this.instance, this.now, until);
    return ticketTransition(this.services.model.tickets, from === 'none' ? from : from.status, as, facts, to);
  }

  /** A new ticket for the person. */
  async create(
    userId: number,
    transition: TicketTransition,
    source: Ticket['source'],
    { actor, reason }: By,
  ): Promise<Ticket> {
    const { id: instanceId, feeCents } = this.instance;
    const ticket = await this.services.engine.create(
      actor,
      'tickets',
      {
        instanceId,
        userId,
        source,
        reason: reason ?? null,
        priceCents: feeCents > 0 ? feeCents : null,
        ...this.valuesOf(transition.to),
      },
      { tx: this.tx, command: true },
    );
    await this.changed('none', ticket, transition);
    return ticket;
  }

  async move(ticket: Ticket, transition: TicketTransition, { actor, reason }: By): Promise<Ticket> {
    const values = {
      ...this.valuesOf(transition.to),
      ...(reason === undefined ? {} : { reason }),
    };
    const after = await this.services.engine.update(actor, 'tickets', ticket.id, values, {
      tx: this.tx,
      command: true,
    });
    await this.changed(ticket.status, after, transition);
    return after;
  }

  /** One of its tickets, locked. 404 where there is none. */
  async ticket(id: number): Promise<Ticket> {
    const [ticket] = await this.services.engine.lock(this.tx, 'tickets', [id]);
    if (ticket?.instanceId !== this.instance.id) throw noTicket();
    return ticket;
  }

  /** The people who wait, longest first. */
  async queue(): Promise<Ticket[]> {
    const waiting = await this.tx
      .selectFrom('tickets')
      .select('id')
      .where('instanceId', '=', this.instance.id)
      .where('status', '=', 'waitlisted')
      .orderBy('waitingSince')
      .orderBy('id')
      .execute();
    const rows = await this.locked(waiting.map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return waiting.flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** Its tickets whose time to pay, to accept or to wait is over. */
  async overdue(): Promise<Ticket[]> {
    const { rows } = await sql<{ id: number }>`${PREPARED}
      select "id" from "tickets" where "instanceId" = ${this.instance.id}
        and ("status" in ('held', 'offered') and "holdExpiresAt" <= ${new Date(this.now).toISOString()}
          or "status" = 'waitlisted' and ${this.now >= this.instance.startsAt})`.execute(this.tx);
    return this.locked(rows.map(({ id }) => id));
  }

  /** Its tickets with one of the statuses, in the order in which they were made. */
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

  /** Writes the counts, if they have changed. Not through the engine: a count is nobody's change. */
  async close(): Promise<void> {
    const { id, taken, waiting } = this.instance;
    if (taken === this.written.taken && waiting === this.written.waiting) return;
    this.written = { taken, waiting };
    await this.tx.updateTable('instances').set({ confirmed: taken, waiting }).where('id', '=', id).execute();
  }

  private valuesOf(to: TicketStatus): Partial<ValuesOf<'tickets'>> & { status: TicketStatus } {
    const now = new Date(this.now).toISOString();
    const isPending = to === 'held' || to === 'offered';
    return {
      status: to,
      holdExpiresAt: isPending ? heldUntil(this.instance, this.now) : null,
      checkedInAt: to === 'attended' || to === 'late' ? now : null,
      cancelledAt: to === 'cancelled' ? now : null,
    };
  }

  private async changed(from: TicketStatus | 'none', ticket: Ticket, { tells }: TicketTransition): Promise<void> {
    const { seated } = this.services.model.tickets;
    const [seatsBefore, waitsBefore] = weightOf(seated, from);
    const [seats, waits] = weightOf(seated, ticket.status);
    this.instance.taken += seats - seatsBefore;
    this.instance.waiting += waits - waitsBefore;
    const { jobs } = this.services;
    if (ticket.holdExpiresAt !== null)
      await jobs.enqueue(
        this.tx,
        TICKET_DEADLINE,
        { instanceId: this.instance.id },
        { at: new Date(ticket.holdExpiresAt) },
      );
    if (tells !== undefined) await this.tell(ticket, tells);
  }

  private async tell(ticket: Ticket, event: string): Promise<void> {
    const { title, startsAt, place, waiting } = this.instance;
    await notify(this.services, this.tx, {
      event,
      audience: 'attendee',
      recipients: [ticket.userId],
      about: { resource: 'tickets', id: ticket.id, title, path: null },
      values: {
        event: { text: title, path: `/signup/details/${this.instance.id}` },
        title,
        startsAt: new Date(startsAt).toISOString(),
        place,
        position: ticket.status === 'waitlisted' ? String(waiting) : null,
        until: ticket.holdExpiresAt,
        price: ticket.priceCents,
        reason: ticket.reason,
      },
    });
  }
}
