import type { Threads } from '../../../domain/calls/messages.ts';
import { htmlText } from '../../../domain/html/html-text.ts';
import type { Db } from '../../platform/database.ts';
import type { Vocabulary } from '../../platform/search/spelling.ts';
import { correctSpelling, vocabularyOf } from '../../platform/search/steps.ts';
import type { ReadServices } from '../../services.ts';
import { listThreads, type ThreadsQuery } from './threads.ts';

/** The latest messages, whose words a search text is corrected by. */
const MOST = 500;

/** Threads of a box. Where none has the search text, it is corrected by the words of the reader's messages. */
export async function searchedThreads(services: ReadServices, userId: number, query: ThreadsQuery): Promise<Threads> {
  const found = await listThreads(services, userId, query);
  const { q, before } = query;
  if (found.threads.length > 0 || q === undefined || before !== undefined) return found;
  const corrected = correctSpelling(q, await readWords(services.db, userId));
  if (corrected === null) return found;
  const others = await listThreads(services, userId, { ...query, q: corrected });
  return others.threads.length === 0 ? found : { ...others, corrected };
}

async function readWords(db: Db, userId: number): Promise<Vocabulary> {
  const rows = await db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select(['m.subject', 'm.aboutTitle', 'm.authorName', 'm.written', 'm.html'])
    .where('r.userId', '=', userId)
    .orderBy('m.id', 'desc')
    .limit(MOST)
    .execute();
  return vocabularyOf(
    rows.map(({ subject, aboutTitle, authorName, written, html }) =>
      [subject, aboutTitle, authorName, htmlText(written ?? html)].join(' '),
    ),
  );
}
