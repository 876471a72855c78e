import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { GrantFault, GrantPlan, PlannedGrant } from '../../../../domain/calls/balances.ts';
import { SHOWN_GRANTS } from '../../../../domain/balances/grant-import.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { CommandServices } from '../../../services.ts';
import { readGrantFile, type GrantRow } from './grant-file.ts';

export interface GrantStep extends GrantRow {
  userId: number;
  /** The name of the account. */
  displayName: string;
  needsApproval: boolean;
}

interface Account {
  id: number;
  displayName: string;
  username: string;
  email: string | null;
  studentId: string | null;
}

/** What an import of this text would do now. */
export async function planGrants(
  services: CommandServices,
  db: Db | Tx,
  actor: Actor,
  text: string,
): Promise<{ plan: GrantPlan; steps: GrantStep[] }> {
  const file = readGrantFile(text, localDate(services.clock.now(), services.model.site.timezone));
  const find = await accountFinder(services, db, actor, file.rows);
  const limit = services.systemSettings.value('balances.approvalAbove');
  const faults: GrantFault[] = [...file.faults];
  const steps: GrantStep[] = [];
  for (const row of file.rows) {
    const found = find(row.person);
    const reason =
      typeof found === 'string' ? found : found.id === actor.id ? 'Someone else must add your own quota.' : null;
    if (reason !== null || typeof found === 'string')
      faults.push({ line: row.line, cells: row.cells, reason: reason ?? '' });
    else {
      const needsApproval = limit > 0 && row.amountCents > limit;
      steps.push({ ...row, userId: found.id, displayName: found.displayName, needsApproval });
    }
  }
  const basis = basisOf(steps);
  const plan = {
    ...{ fault: file.fault, titles: file.titles, basis },
    grants: steps.slice(0, SHOWN_GRANTS).map(plannedGrant),
    faults: faults.toSorted((a, b) => a.line - b.line),
    counts: {
      grants: steps.length,
      needApproval: steps.filter(({ needsApproval }) => needsApproval).length,
      faults: faults.length,
    },
    totalCents: steps.reduce((sum, { amountCents }) => sum + amountCents, 0),
    importedAt: (await earlierImports(db, basis)).last,
  };
  return { plan, steps };
}

function plannedGrant({ line, displayName, amountCents, expiresOn, purpose, needsApproval }: GrantStep): PlannedGrant {
  return { line, person: displayName, amountCents, expiresOn, purpose, needsApproval };
}

/** Of what is granted, whatever the file looks like. */
function basisOf(steps: readonly GrantStep[]): string {
  const rows = steps.map(({ userId, amountCents, expiresOn, purpose }) => [userId, amountCents, expiresOn, purpose]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** How often these grants were imported, and when last. */
export async function earlierImports(db: Db | Tx, basis: string): Promise<{ count: number; last: string | null }> {
  const { rows } = await sql<{ count: number; last: Date | string | null }>`
    select count(distinct split_part("importKey", ':', 2)) as count, max("createdAt") as last from "balances"
    where starts_with("importKey", ${`${basis}:`})`.execute(db);
  const { count = 0, last = null } = rows[0] ?? {};
  return { count: Number(count), last: last === null ? null : new Date(last).toISOString() };
}

/** Accounts by username, address, full name, and student ID where the actor can read those. */
async function accountFinder(
  { engine: { resolver } }: CommandServices,
  db: Db | Tx,
  actor: Actor,
  rows: readonly GrantRow[],
): Promise<(person: string) => Account | string> {
  const readsIds = resolver.view(actor, resolver.resource('users')).fieldOf('studentId') !== undefined;
  const sought = [...new Set(rows.map(({ person }) => person.toLowerCase()))];
  const { rows: accounts } = await sql<Account>`
    select "id", "displayName", "username", "email", "studentId" from "users"
    where "active" and (lower("username") = any(${sought}::text[]) or lower("email") = any(${sought}::text[])
      or lower("displayName") = any(${sought}::text[]) or (${readsIds} and lower("studentId") = any(${sought}::text[])))
    order by "id"`.execute(db);
  return (person) => {
    const text = person.toLowerCase();
    const by = (key: 'username' | 'email' | 'studentId' | 'displayName'): Account[] =>
      accounts.filter((account) => account[key]?.toLowerCase() === text);
    const keys = [...by('username'), ...by('email'), ...(readsIds ? by('studentId') : [])];
    // A name is only used where no key is meant.
    const found = new Map((keys.length > 0 ? keys : by('displayName')).map((account) => [Number(account.id), account]));
    const [account] = found.values();
    if (account === undefined) return 'No account has this username, address or name.';
    return found.size > 1 ? 'Several accounts match. Use the username.' : { ...account, id: Number(account.id) };
  };
}
