import type { Db } from '../../platform/database.ts';
import { seesEvent, type Viewer } from '../sessions/visibility.ts';
import type { MissingPrerequisite } from './prerequisites.ts';

export async function wordsFor(
  db: Db,
  viewer: Viewer,
  prerequisites: readonly MissingPrerequisite[],
): Promise<string[][]> {
  const limited = prerequisites.flatMap(({ anyOf }) => anyOf.flatMap((one) => one.limited?.eventId ?? []));
  const seen = new Set(
    limited.length === 0
      ? []
      : (
          await db
            .selectFrom('events as e')
            .select('e.id')
            .where('e.id', 'in', limited)
            .where(seesEvent(viewer))
            .execute()
        ).map(({ id }) => id),
  );
  return prerequisites.map(({ anyOf }) =>
    anyOf.map(({ words, limited: one }) => (one === null || seen.has(one.eventId) ? words : one.unnamed)),
  );
}

/**
 * For several viewers, by account id: what each lacks, as part of a sentence. One statement per set of roles and
 * groups.
 */
export async function sentencesFor(
  db: Db,
  viewers: readonly { userId: number; actor: Viewer }[],
  missing: ReadonlyMap<number, readonly MissingPrerequisite[]>,
): Promise<Map<number, string>> {
  const lacking = viewers.filter(({ userId }) => missing.has(userId));
  const groups = Map.groupBy(lacking, ({ userId, actor: { roles, groupIds } }) =>
    JSON.stringify([roles.toSorted(), groupIds.toSorted((a, b) => a - b), missing.get(userId)]),
  );
  const sentences = new Map<number, string>();
  for (const people of groups.values()) {
    const [{ userId: first, actor }] = people as [(typeof people)[number]];
    const sentence = await sentenceFor(db, actor, missing.get(first) ?? []);
    for (const { userId } of people) sentences.set(userId, sentence);
  }
  return sentences;
}

/** The same as part of a sentence. */
export async function sentenceFor(
  db: Db,
  viewer: Viewer,
  prerequisites: readonly MissingPrerequisite[],
): Promise<string> {
  return (await wordsFor(db, viewer, prerequisites)).map((anyOf) => anyOf.join(' or ')).join('; ');
}
