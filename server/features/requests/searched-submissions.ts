import type { Actor } from '../../../domain/declarations/actor.ts';
import type { ListQuery } from '../../../domain/declarations/list-query.ts';
import type { Db } from '../../platform/database.ts';
import type { Vocabulary } from '../../platform/search/spelling.ts';
import { correctSpelling, vocabularyOf } from '../../platform/search/steps.ts';
import type { Needs } from '../../services.ts';

/** The latest requests whose words a search text is corrected by. */
const MOST = 300;

/** A page of requests. Where none of one's own has the words of the search text, the text is corrected by what one wrote. */
export async function searchedSubmissions({ engine, db }: Needs<'db' | 'engine'>, actor: Actor, list: ListQuery) {
  const page = await engine.list(actor, 'submissions', list);
  const filter = list.filter as Readonly<Record<string, unknown>> | undefined;
  const { q, submittedById } = filter ?? {};
  if (page.total > 0 || typeof q !== 'string' || actor.id === null || submittedById !== actor.id) return { page };
  const corrected = correctSpelling(q, await ownWords(db, actor.id));
  if (corrected === null) return { page };
  return { page: await engine.list(actor, 'submissions', { ...list, filter: { ...filter, q: corrected } }), corrected };
}

async function ownWords(db: Db, userId: number): Promise<Vocabulary> {
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('forms as f', 'f.id', 's.formId')
    .select(['f.title', 's.data'])
    .where('s.submittedById', '=', userId)
    .orderBy('s.id', 'desc')
    .limit(MOST)
    .execute();
  return vocabularyOf(
    rows.flatMap(({ title, data }) => [title, ...Object.values(data).filter((value) => typeof value === 'string')]),
  );
}
