import type { Tx } from '../../../platform/database.ts';
import { memoryOf, type TransactionMemory } from '../../../platform/transaction-memory.ts';
import type { NoticeServices } from '../../../services.ts';
import { entriesTogether, notifyMerged } from '../../messages/merge-notices.ts';
import type { CalendarPart, Notice } from '../../messages/notify.ts';
import type { OpenInstance } from '../../sessions/instance.ts';
import { calendarParts, nextSequence, readEntry, type CalendarEntry } from '../../sessions/listing/calendar-entry.ts';
import { formatDates } from '../../sessions/listing/date-text.ts';

/** The notices about a locked session and the calendar entries in them. They are sent together, merged, when the session is closed. */
export class SessionNotices implements TransactionMemory {
  private readonly services: NoticeServices;
  private readonly tx: Tx;
  private readonly instance: OpenInstance;
  private readonly sequenceBefore: number;
  private readonly notices: Notice[] = [];
  private entry: Promise<CalendarEntry> | null = null;

  constructor(services: NoticeServices, tx: Tx, instance: OpenInstance) {
    this.services = services;
    this.tx = tx;
    this.instance = instance;
    this.sequenceBefore = instance.calendarSequence;
    memoryOf(tx, this, () => this);
  }

  snapshot(): () => void {
    const { entry } = this;
    const notices = [...this.notices];
    return () => {
      this.entry = entry;
      this.notices.splice(0, Infinity, ...notices);
    };
  }

  add(notice: Notice): void {
    this.notices.push(notice);
  }

  /** Adds another session to the person's last notice, with its price and, if that has entries, its own. */
  async addSession(userId: number, other: SessionNotices, method: CalendarPart['method'] | null): Promise<void> {
    const index = this.notices.findLastIndex(({ recipients }) => recipients.includes(userId));
    const notice = this.notices[index];
    if (notice === undefined) return;
    const { price, when } = notice.values;
    const values = {
      ...notice.values,
      when: [when, formatDates((await other.readEntry()).dates)].join('\n'),
      ...(typeof price === 'number' ? { price: price + other.instance.feeCents } : {}),
    };
    const calendar =
      notice.calendar === undefined || method === null
        ? {}
        : { calendar: entriesTogether(notice.calendar, await other.calendar(method)) };
    this.notices[index] = { ...notice, values, ...calendar };
  }

  /**
   * The session's calendar entries, or their removal, for people who get a mail. One number for all changes of the
   * transaction.
   */
  async calendar(method: CalendarPart['method']): Promise<CalendarPart[]> {
    const entry = await this.readEntry();
    if (this.instance.calendarSequence === this.sequenceBefore)
      this.instance.calendarSequence = nextSequence(this.sequenceBefore, this.services.clock.now());
    return calendarParts(this.services, entry, method, this.instance.calendarSequence);
  }

  readEntry(): Promise<CalendarEntry> {
    return (this.entry ??= readEntry(this.services, this.tx, this.instance.id));
  }

  send(): Promise<void> {
    return notifyMerged(this.services, this.tx, this.notices);
  }
}
