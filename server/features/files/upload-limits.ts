import { sql } from 'kysely';
import { columnRefs, NOW, type Db } from '../../platform/database.ts';
import { requireFreeSpace } from '../../platform/free-space.ts';
import { problem, tooMany } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { isOfTicket } from './ticket-files.ts';

type Limits = Needs<'settings' | 'systemSettings'>;

const MOST_LOOSE_FILES = 100;
const MEGABYTE = 1024 * 1024;
const HOUR = 3600;
const FILE = columnRefs('files', 'f');

export async function limitUploads(services: Limits, db: Db, userId: number, size: number): Promise<void> {
  await limitLooseUploads(db, userId);
  await limitBytes(services, db, userId, size);
}

export function requireSpace({ settings, systemSettings }: Limits, size: number): Promise<void> {
  const megabytes = systemSettings.value('limits.freeDiskMegabytes');
  return requireFreeSpace([settings.uploadDir, settings.dataDir], megabytes, size);
}

async function limitLooseUploads(db: Db, userId: number): Promise<void> {
  const { loose } = await db
    .selectFrom('files as f')
    .select(({ fn }) => fn.countAll<number>().as('loose'))
    .where('f.uploaderId', '=', userId)
    .where('f.submissionId', 'is', null)
    .where('f.recordId', 'is', null)
    .where(({ not }) => not(isOfTicket()))
    .executeTakeFirstOrThrow();
  if (loose < MOST_LOOSE_FILES) return;
  throw problem(
    409,
    'files.too-many',
    'Too many files',
    `You have uploaded ${MOST_LOOSE_FILES} files that are not part of a request or record yet. Submit your request or save the record first. Unused files are removed after a week.`,
  );
}

/** Attached files count too. Files of records do not count in total: staff add them for everyone, over years. */
async function limitBytes({ systemSettings }: Limits, db: Db, userId: number, size: number): Promise<void> {
  const { rows } = await sql<{ today: number; total: number }>`
    select coalesce(sum(${FILE.size}) filter (where ${FILE.createdAt} > ${NOW} - interval '1 day'), 0) as "today",
      coalesce(sum(${FILE.size}) filter (where ${FILE.recordId} is null), 0) as "total"
    from "files" f where ${FILE.uploaderId} = ${userId}`.execute(db);
  const { today, total } = rows[0]!;
  const perDay = systemSettings.value('limits.uploadMegabytesPerDay');
  if (today + size > perDay * MEGABYTE)
    throw tooMany(
      'files.too-much-today',
      'Not uploaded',
      `This file exceeds your limit of ${perDay} MB per day. Try again tomorrow, or ask the staff.`,
      HOUR,
    );
  const inTotal = systemSettings.value('limits.uploadMegabytesTotal');
  if (total + size > inTotal * MEGABYTE)
    throw problem(
      409,
      'files.too-much',
      'Not uploaded',
      `This file exceeds your total limit of ${inTotal} MB. Ask the staff to raise it.`,
    );
}
