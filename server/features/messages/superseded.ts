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
  calendar: readonly CalendarPart[] | null;
}

/**
 * Cancels waiting mails, and deletes held notices, about the same topic to these recipients: newer ones state what holds now. A calendar
 * entry that one of them would have removed is removed by the newer one, because an earlier mail may have added it. Returns the notices with
 * those entries.
 */
export async function replaceWaiting<Notice extends Superseding>(
  tx: Tx,
  notices: readonly Notice[],
  reached: readonly (readonly Reached[])[],
): Promise<readonly Notice[]> {
  const wanted = notices.flatMap(({ topic }, index) => {
    const [person, other] = reached[index] ?? [];
    return topic !== undefined && person && !other ? [{ index, topic, person }] : [];
  });
  if (wanted.length === 0) return notices;
  const replaced = await replacedBy(tx, wanted);
  if (replaced.length === 0) return notices;
  const changed = [...notices];
  for (const { index, topic, person } of wanted) {
    const theirs = replaced.filter((one) => one.userId === person.userId && one.topic === topic);
    changed[index] = withRemovals(
      notices[index]!,
      theirs.flatMap(({ calendar }) => calendar ?? []),
    );
  }
  return changed;
}

async function replacedBy(tx: Tx, wanted: readonly { topic: string; person: Reached }[]): Promise<Replaced[]> {
  const deliveries = wanted.map(({ person: { address, delivery } }) => (address === null ? 'portal' : delivery));
  const { rows } = await sql<Replaced>`
    with w as (
      select * from unnest(${wanted.map(({ person }) => person.userId)}::bigint[], ${wanted.map(({ topic }) => topic)}::text[],
        ${deliveries}::text[]) as w ("userId", "topic", "delivery")
    ), m as (
      update "mails" m set "state" = 'cancelled', "lastAnswer" = ${REPLACED} from w
      where m."userId" = w."userId" and m."topic" = w."topic" and m."digestId" is null and w."delivery" in ('mail', 'digest')
        and (m."state" = 'digest' or w."delivery" = 'mail' and m."state" in ('queued', 'deferred'))
      returning m."userId", m."topic", m."messageId"
    ), h as (
      delete from "heldNotices" h using w where h."userId" = w."userId" and h."topic" = w."topic"
      returning h."userId", h."topic", h."notice"->'calendar' as "calendar"
    )
    select m."userId", m."topic", t."calendar" from m join "messages" t on t."id" = m."messageId"
    union all select * from h`.execute(tx);
  return rows;
}

/** The notice with the removals of the one that it replaces, of entries about which it says nothing. */
export function withRemovals<Notice extends Superseding>(notice: Notice, replaced: readonly CalendarPart[]): Notice {
  const own = notice.calendar ?? [];
  const missing = replaced.filter(({ method, uid }) => method === 'CANCEL' && own.every((part) => part.uid !== uid));
  return missing.length === 0 ? notice : { ...notice, calendar: [...own, ...latest(missing)] };
}

/** Of several parts about one entry, the one with the highest sequence. */
function latest(parts: readonly CalendarPart[]): CalendarPart[] {
  const byUid = new Map<string, CalendarPart>();
  for (const part of parts) if (part.sequence >= (byUid.get(part.uid)?.sequence ?? 0)) byUid.set(part.uid, part);
  return [...byUid.values()];
}
