import type { QuietChoice } from '../../../domain/calls/messages.ts';
import type { QuietMode } from '../../../domain/messages/threads.ts';
import { quietUntil, type QuietHours } from '../../../domain/messages/quiet-hours.ts';
import { NOW, type Db, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';

function hoursOfRow(row: { fromHour: number | null; toHour: number | null; zone: string | null }): QuietHours | null {
  const { fromHour: from, toHour: to, zone } = row;
  return from === null || to === null || zone === null ? null : { from, to, zone };
}

export async function quietChoiceOf(services: CommandServices, userId: number): Promise<QuietChoice> {
  const row = await services.db
    .selectFrom('quietHours')
    .select(['fromHour', 'toHour', 'zone'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const hours = row ? hoursOfRow(row) : null;
  return { mode: row === undefined ? 'site' : hours === null ? 'none' : 'own', hours, site: siteQuietHours(services) };
}

/** `hours`: with the mode "own" only. */
export async function chooseQuiet(
  { db }: Needs<'db'>,
  userId: number,
  { mode, hours }: { mode: QuietMode; hours?: QuietHours },
): Promise<void> {
  if (mode === 'site') {
    await db.deleteFrom('quietHours').where('userId', '=', userId).execute();
    return;
  }
  if ((mode === 'own') !== (hours !== undefined) || (hours !== undefined && hours.from === hours.to))
    throw problem(400, 'messages.no-quiet-hours', 'Not saved', 'Quiet hours need a start and a different end.');
  if (hours !== undefined && !isZone(hours.zone))
    throw problem(400, 'messages.no-zone', 'Not saved', 'This time zone does not exist.');
  const { from: fromHour = null, to: toHour = null, zone = null } = hours ?? {};
  await db
    .insertInto('quietHours')
    .values({ userId, fromHour, toHour, zone })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ fromHour, toHour, zone, updatedAt: NOW }))
    .execute();
}

/** When a mail to a person at `at` is due: then, or at the end of their quiet hours. Epoch milliseconds. */
export async function quietEnds(
  services: Needs<'model' | 'systemSettings'>,
  db: Db | Tx,
  userIds: readonly number[],
): Promise<(userId: number, at: number) => number> {
  const hoursByUser = await quietHoursOf(services, db, userIds);
  // Most people have the same hours, and working out their end is expensive.
  const known = new Map<QuietHours | null, Map<number, number>>();
  return (userId, at) => {
    const hours = hoursByUser(userId);
    const ends = known.get(hours) ?? new Map<number, number>();
    known.set(hours, ends);
    const end = ends.get(at) ?? (hours && quietUntil(at, hours)) ?? at;
    ends.set(at, end);
    return end;
  };
}

/** The quiet hours of each person, one shared object for all without a choice; null for none. */
export async function quietHoursOf(
  services: Needs<'model' | 'systemSettings'>,
  db: Db | Tx,
  userIds: readonly number[],
): Promise<(userId: number) => QuietHours | null> {
  const site = siteQuietHours(services);
  if (userIds.length === 0) return () => site;
  const rows = await db
    .selectFrom('quietHours')
    .select(['userId', 'fromHour', 'toHour', 'zone'])
    .where('userId', 'in', [...userIds])
    .execute();
  const own = new Map(rows.map((row) => [row.userId, hoursOfRow(row)]));
  return (userId) => own.get(userId) ?? (own.has(userId) ? null : site);
}

/** Of everyone who chooses nothing else. */
function siteQuietHours({ systemSettings, model }: Needs<'model' | 'systemSettings'>): QuietHours | null {
  const [from, to] = [systemSettings.value('messages.quietFrom'), systemSettings.value('messages.quietTo')];
  return from === to ? null : { from, to, zone: model.site.timezone };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
