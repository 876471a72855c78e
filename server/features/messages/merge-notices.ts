import { beforeCommit, type Tx } from '../../platform/database.ts';
import { memoryOf, RememberedSet } from '../../platform/transaction-memory.ts';
import type { NoticeServices } from '../../services.ts';
import type { CalendarPart } from './calendar-part.ts';
import { holdNotices } from './held-notices.ts';
import { notifyAll, type Notice } from './notify.ts';

/** Calendar entries per message. */
export const MOST_ENTRIES = 120;

/**
 * Notifies people now, at the end of the transaction where notices can be merged, so that a change of several records
 * sends each recipient one message, or after the time of grace of a change that can be undone.
 */
export async function notifyMerged(services: NoticeServices, tx: Tx, given: readonly Notice[]): Promise<void> {
  await holdNotices(services, tx, given);
  const notices = given.filter(({ held }) => held === undefined);
  const joined = notices.filter(({ joins }) => joins !== undefined);
  for (const notice of joined) noticesAtEnd(services, tx).add(notice);
  await notifyAll(
    services,
    tx,
    notices.filter(({ joins }) => joins === undefined),
  );
}

/** The notices that are joined when the transaction ends. */
function noticesAtEnd(services: NoticeServices, tx: Tx): Set<Notice> {
  return memoryOf(tx, noticesAtEnd, () => {
    const notices = new RememberedSet<Notice>();
    beforeCommit(tx, async () => void (await notifyAll(services, tx, mergeNotices([...notices]))));
    return notices;
  });
}

/** Merges notices that differ only in their lines, per group of people who get the same ones. */
export function mergeNotices(notices: readonly Notice[]): Notice[] {
  const kinds = Map.groupBy(notices, (notice) => mergeKey(notice) ?? notice);
  return [...kinds.values()].flatMap((some) => (some.length === 1 ? some : someTogether(some)));
}

/** Several entries in one message: common lines appear once; each entry's address is the last line. */
export function entriesTogether(first: readonly CalendarPart[], others: readonly CalendarPart[]): CalendarPart[] {
  const short = others.map((entry) => ({ ...entry, description: entry.description.split('\n\n').at(-1) ?? '' }));
  return [...first, ...short].slice(0, MOST_ENTRIES);
}

/** Null for a notice that is never merged. */
function mergeKey({ event, audience, author, actorId, written, values, joins }: Notice): string | null {
  if (joins === undefined || written !== undefined) return null;
  const same = Object.entries(values).filter(([name]) => !joins.lines.includes(name) && name !== joins.link);
  return JSON.stringify([event, audience, author, actorId, same]);
}

function someTogether(notices: readonly Notice[]): Notice[] {
  const byPerson = new Map<number, Notice[]>();
  for (const notice of notices)
    for (const id of new Set(notice.recipients)) byPerson.set(id, [...(byPerson.get(id) ?? []), notice]);
  const groups = Map.groupBy(byPerson, ([, theirs]) => theirs.map((notice) => notices.indexOf(notice)).join());
  return [...groups.values()].flatMap((people) => {
    const recipients = people.map(([id]) => id);
    return splitByEntries(people[0]?.[1] ?? []).map((some) => joined(some, recipients));
  });
}

/** As many per message as have room for their entries. */
function splitByEntries(notices: readonly Notice[]): Notice[][] {
  const messages: Notice[][] = [];
  let room = 0;
  for (const notice of notices) {
    const entries = notice.calendar?.length ?? 0;
    if (messages.length === 0 || entries > room) {
      messages.push([]);
      room = MOST_ENTRIES;
    }
    messages.at(-1)?.push(notice);
    room -= entries;
  }
  return messages;
}

function joined(notices: readonly Notice[], recipients: number[]): Notice {
  const [first, ...others] = notices;
  if (first === undefined) throw new Error('There is nothing to send.');
  const lines = (first.joins?.lines ?? []).map((name) => [
    name,
    notices.flatMap(({ values }) => values[name] ?? []).join('\n'),
  ]);
  const entries = others.flatMap(({ calendar = [] }) => calendar);
  const instants = notices.flatMap(({ neededBy }) => neededBy ?? []);
  return {
    ...first,
    recipients,
    values: { ...first.values, ...Object.fromEntries(lines) },
    ...(first.calendar === undefined ? {} : { calendar: entriesTogether(first.calendar, entries) }),
    ...(instants.length === 0 ? {} : { neededBy: Math.min(...instants) }),
  };
}
