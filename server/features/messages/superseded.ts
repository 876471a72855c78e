import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { CalendarPart } from './calendar-part.ts';
import type { Reached } from './deliver.ts';

const REPLACED = 'A newer email about the same subject replaced it.';

/** Decides which mails a notice replaces. */
interface Superseding {
  topic?: string;
  calendar?: readonly CalendarPart[];
}

interface Replaced {
  userId: number;
  topic: string;
  messageId: number | null;
}

/**
 * Cancels waiting mails about the same topic to these recipients: newer ones state what holds now. A calendar entry
 * that a cancelled mail would have removed is removed by the newer one, because an earlier mail may have added it.
 * Returns the notices with those entries.
 */
export async function replaceWaiting<Notice extends Superseding>(
  tx: Tx,
  notices: readonly Notice[],
  reached: readonly (readonly Reached[])[],
): Promise<readonly Notice[]> {
  const wanted = notices.flatMap(({ topic }, index) => {
    const [person, other] = reached[index] ?? [];
    const isMailed = person && !other && person.address !== null && ['mail', 'digest'].includes(person.delivery);
    return topic !== undefined && isMailed ? [{ index, topic, person }] : [];
  });
  if (wanted.length === 0) return notices;
  const { rows } = await sql<Replaced>`
    update "mails" m set "state" = 'cancelled', "lastAnswer" = ${REPLACED}
    from unnest(${wanted.map(({ person }) => person.userId)}::bigint[], ${wanted.map(({ topic }) => topic)}::text[],
      ${wanted.map(({ person }) => person.delivery === 'mail')}::boolean[]) as w ("userId", "topic", "isImmediate")
    where m."userId" = w."userId" and m."topic" = w."topic" and m."digestId" is null
      and (m."state" = 'digest' or w."isImmediate" and m."state" in ('queued', 'deferred'))
    returning m."userId", m."topic", m."messageId"`.execute(tx);
  const removals = await removalsOf(tx, rows);
  const changed = [...notices];
  for (const { index, topic, person } of wanted) {
    const notice = notices[index]!;
    const own = notice.calendar ?? [];
    const missing = rows
      .filter((row) => row.userId === person.userId && row.topic === topic)
      .flatMap(({ messageId }) => removals.get(messageId ?? 0) ?? [])
      .filter(({ uid }) => own.every((part) => part.uid !== uid));
    if (missing.length > 0) changed[index] = { ...notice, calendar: [...own, ...latest(missing)] };
  }
  return changed;
}

async function removalsOf(tx: Tx, replaced: readonly Replaced[]): Promise<Map<number, CalendarPart[]>> {
  const ids = replaced.flatMap(({ messageId }) => messageId ?? []);
  if (ids.length === 0) return new Map();
  const messages = await tx
    .selectFrom('messages')
    .select(['id', 'calendar'])
    .where('id', 'in', ids)
    .where('calendar', 'is not', null)
    .execute();
  return new Map(
    messages.map(({ id, calendar }) => [
      id,
      ((calendar ?? []) as readonly CalendarPart[]).filter(({ method }) => method === 'CANCEL'),
    ]),
  );
}

/** Of several parts about one entry, the one with the highest sequence. */
function latest(parts: readonly CalendarPart[]): CalendarPart[] {
  const byUid = new Map<string, CalendarPart>();
  for (const part of parts) if (part.sequence >= (byUid.get(part.uid)?.sequence ?? 0)) byUid.set(part.uid, part);
  return [...byUid.values()];
}
