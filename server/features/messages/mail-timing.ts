import type { MessageCategory } from '../../../domain/messages/messages.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { nextDigestAt } from './digest-window.ts';
import { quietEnds } from './quiet.ts';

/** A mail later than this before `neededBy` is useless. */
const LEAD_TIME = 30 * 60_000;

export interface TimedMail {
  userId: number;
  delivery: 'mail' | 'digest';
  isMandatory: boolean;
  /** Epoch milliseconds. */
  neededBy?: number | undefined;
}

export interface MailTiming {
  state: 'queued' | 'digest';
  dueAt: string;
}

/**
 * The only place that decides when mails of a category are sent: mandatory ones immediately; others at the end of their
 * reader's quiet hours, or with the next daily mail, but immediately if that would be too late.
 */
export async function mailTimings(
  services: Services,
  db: Db | Tx,
  mails: readonly TimedMail[],
  { isUrgent }: Pick<MessageCategory, 'isUrgent'>,
): Promise<MailTiming[]> {
  const now = services.clock.now();
  const immediately: MailTiming = { state: 'queued', dueAt: new Date(now).toISOString() };
  const waiting = mails.filter(({ isMandatory }) => !isMandatory);
  if (waiting.length === 0 || (isUrgent && waiting.every(({ delivery }) => delivery === 'mail')))
    return mails.map(() => immediately);
  const quietEnd = await quietEnds(services, db, [...new Set(waiting.map(({ userId }) => userId))]);
  const nextDigest = nextDigestAt(now, services.model.site.timezone);
  return mails.map(({ userId, delivery, isMandatory, neededBy = Number.POSITIVE_INFINITY }) => {
    if (isMandatory || (isUrgent && delivery === 'mail')) return immediately;
    const due = quietEnd(userId, now);
    const arrives = delivery === 'digest' ? quietEnd(userId, nextDigest) : due;
    if (now < neededBy && neededBy - LEAD_TIME < arrives) return immediately;
    return { state: delivery === 'digest' ? 'digest' : 'queued', dueAt: new Date(due).toISOString() };
  });
}
