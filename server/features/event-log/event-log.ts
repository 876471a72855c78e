import { sql } from 'kysely';
import { REPORT_LENGTHS } from '../../../domain/constants.ts';
import { transaction, type Db } from '../../platform/database.ts';
import { plainText } from '../../platform/plain-text.ts';
import { fingerprint, type Level } from './fingerprint.ts';

/** As the specification's section 7 has it. `exception` is a stack trace, or says that there is none. */
export interface Report {
  message: string;
  exception: string;
  location: string;
}
/** Who met with it; nobody for what the server does by itself. */
export interface Witness {
  userId: number | null;
  ip: string;
  userAgent: string;
}

const LENGTHS = { ...REPORT_LENGTHS, place: 300, userAgent: 300 };
/** Of each kind the newest reports are kept. */
const REPORTS_PER_KIND = 20;
/** So many kinds can be new within an hour; further ones are one kind together. */
const NEW_KINDS_PER_HOUR = 200;
const OTHERS = 'More kinds of events than can be told apart';

/** Writes an event down: counts it with its kind, and keeps what it says. Texts by strangers stay texts. */
export async function logEvent(db: Db, level: Level, report: Report, who?: Witness): Promise<void> {
  const message = plainText(report.message, LENGTHS.message);
  const exception = plainText(report.exception, LENGTHS.exception);
  const location = plainText(report.location, LENGTHS.location);
  await transaction(db, async (tx) => {
    const kindId = await countKind(tx, level, { message, exception, location });
    await sql`
      insert into "eventLog" ("kindId", level, message, exception, location, "userId", ip, "userAgent")
      values (${kindId}, ${level}, ${message}, ${exception}, ${location}, ${who?.userId ?? null}, ${who?.ip ?? null},
        ${who ? plainText(who.userAgent, LENGTHS.userAgent) : null})`.execute(tx);
    await sql`
      delete from "eventLog" where "kindId" = ${kindId} and id <= (
        select id from "eventLog" where "kindId" = ${kindId} order by id desc offset ${REPORTS_PER_KIND} limit 1)`.execute(
      tx,
    );
  });
}

/** The kind's id. Its row stays locked until the report is written, so that no two writers of one kind count the same reports. */
async function countKind(tx: Db, level: Level, { message, exception, location }: Report): Promise<number> {
  const key = fingerprint(level, message, exception);
  const known = await increase(tx, key);
  if (known !== null) return known;
  const {
    rows: [recent],
  } = await sql<{
    kinds: number;
  }>`select count(*) as kinds from "eventKinds" where "firstAt" > atrium_now() - interval '1 hour'`.execute(tx);
  const isOther = (recent?.kinds ?? 0) >= NEW_KINDS_PER_HOUR;
  const [name, said, place] = isOther ? [`${level}:others`, OTHERS, null] : [key, message, placeOf(location)];
  const { rows } = await sql<{ id: number }>`
    insert into "eventKinds" as k (level, message, place, count, "firstAt", "lastAt", fingerprint)
    values (${level}, ${said}, ${place}, 1, atrium_now(), atrium_now(), ${name})
    on conflict (fingerprint) do update set count = k.count + 1, "lastAt" = atrium_now(), "updatedAt" = atrium_now()
    returning id`.execute(tx);
  return rows[0]!.id;
}

async function increase(tx: Db, key: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update "eventKinds" set count = count + 1, "lastAt" = atrium_now(), "updatedAt" = atrium_now() where fingerprint = ${key} returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** "Calendar - /calendar/3 - {} - {} - http://..." is at "Calendar - /calendar/3": what follows are properties and data. */
function placeOf(location: string): string {
  return plainText(location.split(/\s*-\s*[{[]/, 1)[0] ?? '', LENGTHS.place);
}
