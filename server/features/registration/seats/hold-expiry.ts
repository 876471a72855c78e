import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import type { Tx } from '../../../platform/database.ts';
import { memoryOf, type TransactionMemory } from '../../../platform/transaction-memory.ts';
import type { Needs } from '../../../services.ts';
import type { OpenInstance } from '../../sessions/instance.ts';
import { holdDeadline } from './hold-deadline.ts';

/** Cancels unpaid or unaccepted tickets at the instant they expire. */
export const TICKET_DEADLINE = 'events.deadline';

/** By when held and offered seats of a locked session expire, and the jobs that end them. */
export class HoldExpiry implements TransactionMemory {
  private readonly services: Needs<'jobs' | 'model'>;
  private readonly tx: Tx;
  private readonly instance: OpenInstance;
  private readonly now: number;
  private found: Promise<number> | null = null;
  /** Instants for which there is a job. */
  private scheduled = new Set<string>();

  constructor(services: Needs<'jobs' | 'model'>, tx: Tx, instance: OpenInstance, now: number) {
    this.services = services;
    this.tx = tx;
    this.instance = instance;
    this.now = now;
    memoryOf(tx, this, () => this);
  }

  snapshot(): () => void {
    const { found } = this;
    const scheduled = new Set(this.scheduled);
    return () => Object.assign(this, { found, scheduled });
  }

  /** By when a seat that is held or offered now has to be paid or accepted; null for other statuses. */
  async heldUntil(status: TicketStatus): Promise<string | null> {
    if (status !== 'held' && status !== 'offered') return null;
    return new Date(Math.min(await this.deadline(), this.instance.holdsEndAt)).toISOString();
  }

  /** The same before the session's start limits it (`holdsEndAt`), in epoch milliseconds. */
  deadline(): Promise<number> {
    return (this.found ??= holdDeadline(this.services, this.tx, this.instance, this.now));
  }

  /** One job per instant, however many tickets expire. */
  async endAt(instant: string): Promise<void> {
    if (this.scheduled.has(instant)) return;
    this.scheduled.add(instant);
    const { services, tx, instance } = this;
    await services.jobs.enqueue(tx, TICKET_DEADLINE, { instanceId: instance.id }, { at: new Date(instant) });
  }
}
