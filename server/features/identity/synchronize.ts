import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { NOW, transaction } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { refresh } from './admit.ts';
import { replaceMemberships } from './memberships.ts';
import type { Directory } from './provider.ts';

/** People per query. */
const PAGE = 200;
/**
 * The share of a directory's accounts that one run closes at most, unless they are few: more suggests a fault of the
 * directory.
 */
const MOST_CLOSED = 0.2;
const FEW = 5;

interface Known {
  id: number;
  userId: number;
  subject: string;
  goneSince: string | null;
  /** Whether the account may be used. */
  active: boolean;
}

export interface SynchronizationReport {
  directory: string;
  checked: number;
  closed: number;
}

/**
 * Hourly: people deleted or disabled in a directory lose access, and the groups of the others are refreshed. One
 * directory's failure does not stop the others; at the end the run fails with all failures, so that it is retried and
 * shown among the jobs.
 */
export async function synchronize(
  services: CommandServices,
  directories: readonly Directory[],
): Promise<SynchronizationReport[]> {
  const reports: SynchronizationReport[] = [];
  const issuers = directories.map(({ issuer }) => issuer);
  await forEachSettled(directories, async (directory) =>
    reports.push(await synchronizeOne(services, directory, issuers)),
  );
  return reports;
}

async function synchronizeOne(
  services: CommandServices,
  directory: Directory,
  issuers: readonly string[],
): Promise<SynchronizationReport> {
  const report = { directory: directory.name, checked: 0, closed: 0 };
  const leavers: { identity: Known; reason: 'missing' | 'disabled' }[] = [];
  for await (const page of pages(services, directory)) {
    const states = await directory.accountStates(page.map(({ subject }) => subject));
    report.checked += page.length;
    for (const identity of page) {
      const state = states.get(identity.subject);
      if (state !== 'active' && identity.goneSince === null)
        leavers.push({ identity, reason: state === 'disabled' ? 'disabled' : 'missing' });
    }
  }
  // Disabled people exist; accounts already closed lose nothing.
  const lost = leavers.filter(({ identity, reason }) => reason === 'missing' && identity.active);
  await refuseTooMany(directory, lost.length, report.checked);
  for (const { identity, reason } of leavers) report.closed += await close(services, identity, reason, issuers);
  for await (const page of pages(services, directory))
    for (const person of await directory.describe(page.map(({ subject }) => subject)))
      await refresh(services, person, directory.name);
  return report;
}

/** A directory that has lost its people must not lock everyone out. */
async function refuseTooMany(directory: Directory, leaving: number, of: number): Promise<void> {
  if (leaving === 0) return;
  if (!(await directory.hasPeople()))
    throw new Error(`The directory "${directory.name}" returned no people, so nothing was changed.`);
  if (leaving > FEW && leaving > of * MOST_CLOSED)
    throw new Error(
      `The directory "${directory.name}" no longer has ${leaving} of ${of} people with an account. That is too many at one time, so nothing was changed. If they have left, close their accounts in Users.`,
    );
}

/** Unless another directory still has the person. Returns how many accounts it closed. */
async function close(
  services: CommandServices,
  identity: Known,
  reason: 'missing' | 'disabled',
  issuers: readonly string[],
): Promise<number> {
  const { db, engine } = services;
  return transaction(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('active')
      .where('id', '=', identity.userId)
      .forUpdate()
      .executeTakeFirst();
    const elsewhere = await tx
      .selectFrom('identities')
      .select('id')
      .where('userId', '=', identity.userId)
      .where('id', '<>', identity.id)
      .where('issuer', 'in', issuers)
      .where('goneSince', 'is', null)
      .executeTakeFirst();
    const closesAccount = user?.active === true && elsewhere === undefined;
    await tx
      .updateTable('identities')
      .set({ goneSince: NOW, goneReason: reason, closedAccount: closesAccount })
      .where('id', '=', identity.id)
      .execute();
    // Its sessions end with it.
    if (closesAccount) await engine.update(SYSTEM, 'users', identity.userId, { active: false }, { tx, command: true });
    await replaceMemberships(services, tx, identity.userId);
    return closesAccount ? 1 : 0;
  });
}

/** The identities of a directory that are linked to an account, by their number, a page at a time. */
async function* pages({ db }: Needs<'db'>, directory: Directory): AsyncGenerator<Known[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('identities as i')
      .innerJoin('users as u', 'u.id', 'i.userId')
      .select(['i.id', 'u.id as userId', 'i.subject', 'i.goneSince', 'u.active'])
      .where('i.issuer', '=', directory.issuer)
      .where('i.id', '>', after)
      .orderBy('i.id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows;
  }
}
