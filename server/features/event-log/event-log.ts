import { sql } from 'kysely';
import { REPORT_LENGTHS } from '../../../domain/values/constants.ts';
import { NOW, transaction, type Db } from '../../platform/database.ts';
import { plainText } from '../../platform/plain-text.ts';
import { fingerprint, type Level } from './fingerprint.ts';

/** The specification's section 7. `exception` is a stack trace, or states that there is none. */
export interface Report {
  message: string;
  exception: string;
  location: string;
  /** The origin of the reporting registered site; its events are kinds of their own. */
  site?: string;
}
export interface Reporter {
  userId: number | null;
  ip: string;
  userAgent: string;
}

const LENGTHS = { ...REPORT_LENGTHS, place: 300, userAgent: 300 };
const REPORTS_PER_KIND = 20;
/** Further new kinds within the hour are grouped into one: of this site, and of all registered ones. */
const NEW_KINDS_PER_HOUR = 200;
/** Before the fingerprints of events of registered sites, so that these neither join nor displace kinds of this one. */
const OF_SITES = 'site:';
const KEY_LENGTH = 64;
const OTHERS = 'Too many different events to list separately';

export async function logEvent(db: Db, level: Level, report: Report, who?: Reporter): Promise<void> {
  const message = plainText(report.message, LENGTHS.message);
  const exception = plainText(report.exception, LENGTHS.exception);
  const { site } = report;
  const location = plainText(site === undefined ? report.location : `${site} - ${report.location}`, LENGTHS.location);
  await transaction(db, async (tx) => {
    const kindId = await countKind(tx, level, {
      message,
      exception,
      location,
      ...(site === undefined ? {} : { site }),
    });
    await tx
      .insertInto('eventLog')
      .values({
        kindId,
        level,
        message,
        exception,
        location,
        userId: who?.userId ?? null,
        ip: who?.ip ?? null,
        userAgent: who ? plainText(who.userAgent, LENGTHS.userAgent) : null,
      })
      .execute();
    const reports = tx.selectFrom('eventLog').select('id').where('kindId', '=', kindId);
    await tx
      .deleteFrom('eventLog')
      .where('kindId', '=', kindId)
      .where('id', '<=', reports.orderBy('id', 'desc').offset(REPORTS_PER_KIND).limit(1))
      .execute();
  });
}

/** Returns the kind's id. Its row stays locked until the report is written, so that concurrent writers trim reports correctly. */
async function countKind(tx: Db, level: Level, { message, exception, location, site }: Report): Promise<number> {
  const source = site === undefined ? '' : OF_SITES;
  const key = `${source}${fingerprint(level, message, exception, site)}`.slice(0, KEY_LENGTH);
  const known = await increase(tx, key);
  if (known !== null) return known;
  const { kinds } = await tx
    .selectFrom('eventKinds')
    .select(({ fn }) => fn.countAll<number>().as('kinds'))
    .where('firstAt', '>', sql<string>`${NOW} - interval '1 hour'`)
    .where('fingerprint', site === undefined ? 'not like' : 'like', `${OF_SITES}%`)
    .executeTakeFirstOrThrow();
  const isOther = kinds >= NEW_KINDS_PER_HOUR;
  const [name, said, place] = isOther
    ? [`${source}${level}:others`, OTHERS, null]
    : [key, message, eventLocation(location)];
  const { id } = await tx
    .insertInto('eventKinds')
    .values({ level, message: said, place, count: 1, firstAt: NOW, lastAt: NOW, fingerprint: name })
    .onConflict((conflict) =>
      conflict
        .column('fingerprint')
        .doUpdateSet(({ eb }) => ({ count: eb('eventKinds.count', '+', 1), lastAt: NOW, updatedAt: NOW })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function increase(tx: Db, key: string): Promise<number | null> {
  const known = await tx
    .updateTable('eventKinds')
    .set(({ eb }) => ({ count: eb('count', '+', 1), lastAt: NOW, updatedAt: NOW }))
    .where('fingerprint', '=', key)
    .returning('id')
    .executeTakeFirst();
  return known?.id ?? null;
}

/** "Calendar - /calendar/3 - {} - {} - http://..." is reduced to "Calendar - /calendar/3"; the rest are properties and data. */
function eventLocation(location: string): string {
  return plainText(location.split(/\s*-\s*[{[]/, 1)[0] ?? '', LENGTHS.place);
}
