import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { NOW, transaction, type Db, type Tx } from '../../platform/database.ts';
import { noteLockedRows, takeLock } from '../../platform/locks.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { accountNameOf, storableGroups, toStoredPerson, studentIdOf } from './account-name.ts';
import { replaceMemberships } from './memberships.ts';
import type { Identity, ProvidedPerson } from './provider.ts';

export interface AdmissionPolicy {
  provider: string;
  /** Whether the first login creates an account. Without, an administrator links each person to one. */
  makesAccounts: boolean;
}

type Refusal = 'unlinked' | 'nameTaken' | 'closed';

const IT_TEAM = 'Please contact the IT team.';
const REFUSALS: Record<Refusal, { code: string; detail: string }> = {
  unlinked: { code: 'identity.no-account', detail: `You do not have an account here yet. ${IT_TEAM}` },
  nameTaken: {
    code: 'identity.name-taken',
    detail: `An account with your username already exists. It is not linked to this login. ${IT_TEAM}`,
  },
  closed: { code: 'identity.account-closed', detail: `Your account is closed. ${IT_TEAM}` },
};

/**
 * Turns a provider's description of a person who has just logged in into their account and the memberships of their
 * groups, in one transaction. The first login creates the account. A name or address never links someone to an
 * existing account, because another person may hold it elsewhere: such an identity is refused and stored, for an
 * administrator to link. Throws 403.
 */
export async function admit(
  services: CommandServices,
  person: ProvidedPerson,
  policy: AdmissionPolicy,
): Promise<Identity> {
  const outcome = await transaction(services.db, async (tx): Promise<number | Refusal> => {
    await lockStudentId(tx, person);
    const identity = await recorded(tx, person, policy.provider, { isLogin: true });
    const userId = identity.userId ?? (await newAccount(services, tx, identity.id, person, policy));
    if (typeof userId === 'string') return userId;
    await reopen(services, tx, identity);
    await describeAccount(services, tx, identity, userId, person);
    await replaceMemberships(services, tx, userId);
    const { active } = await tx.selectFrom('users').select('active').where('id', '=', userId).executeTakeFirstOrThrow();
    return active ? userId : 'closed';
  });
  if (typeof outcome === 'string') throw refusal(outcome);
  return { userId: outcome, isStillValid: (tx) => isActive(tx, outcome) };
}

/** Stores a directory's description of a known person, outside of a login. */
export async function refresh(services: CommandServices, person: ProvidedPerson, provider: string): Promise<void> {
  await transaction(services.db, async (tx) => {
    await lockStudentId(tx, person);
    const identity = await recorded(tx, person, provider, { isLogin: false });
    if (identity.userId === null) return;
    await reopen(services, tx, identity);
    await describeAccount(services, tx, identity, identity.userId, person);
    await replaceMemberships(services, tx, identity.userId);
  });
}

/** Whether the account's groups could not be read last time: those last known remain. */
export async function lacksGroups(db: Db, userId: number): Promise<boolean> {
  const unread = await db
    .selectFrom('identities')
    .select('id')
    .where('userId', '=', userId)
    .where('groupsUnreadSince', 'is not', null)
    .where('goneSince', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return unread !== undefined;
}

interface Recorded {
  id: number;
  userId: number | null;
  isLeading: boolean;
  closedAccount: boolean;
}

/** Of two concurrent first logins, one waits for the other's row. */
async function recorded(
  tx: Tx,
  person: ProvidedPerson,
  provider: string,
  { isLogin }: { isLogin: boolean },
): Promise<Recorded> {
  const stored = toStoredPerson(person);
  await tx
    .insertInto('identities')
    .values({
      provider,
      issuer: person.issuer,
      subject: person.subject,
      ...stored,
      isLeading: false,
      closedAccount: false,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
  const before = await tx
    .selectFrom('identities')
    .select(['id', 'userId', 'isLeading', 'closedAccount'])
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .forUpdate()
    .executeTakeFirstOrThrow();
  noteLockedRows(tx, 'identities', [before.id]);
  await tx
    .updateTable('identities')
    .set(({ fn, ref }) => ({
      ...stored,
      provider,
      ...(isLogin ? { lastSeenAt: NOW } : {}),
      checkedAt: NOW,
      goneSince: null,
      goneReason: null,
      closedAccount: false,
      ...(person.groups === null
        ? { groupsUnreadSince: fn.coalesce(ref('groupsUnreadSince'), NOW) }
        : { groups: JSON.stringify(storableGroups(person.groups)), groupsUnreadSince: null }),
    }))
    .where('id', '=', before.id)
    .execute();
  return { ...before, isLeading: before.isLeading === true, closedAccount: before.closedAccount === true };
}

async function newAccount(
  { engine }: Needs<'engine'>,
  tx: Tx,
  identityId: number,
  person: ProvidedPerson,
  { makesAccounts }: AdmissionPolicy,
): Promise<number | Refusal> {
  const username = accountNameOf(person);
  if (await isTaken(tx, username)) return 'nameTaken';
  if (!makesAccounts) return 'unlinked';
  const { displayName, userName, email } = toStoredPerson(person);
  const name = displayName ?? (userName.slice(0, 120) || username);
  const studentId = await freeStudentId(tx, person, null);
  const values = { username, displayName: name, email, studentId, active: true };
  const user = await engine.create(SYSTEM, 'users', values, { tx, command: true });
  await tx.updateTable('identities').set({ userId: user.id, isLeading: true }).where('id', '=', identityId).execute();
  return user.id;
}

async function isTaken(tx: Tx, username: string): Promise<boolean> {
  const taken = await tx.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();
  return taken !== undefined;
}

/** Of two accounts that get the same student ID at the same time, the second sees the first. */
async function lockStudentId(tx: Tx, person: ProvidedPerson): Promise<void> {
  const studentId = studentIdOf(person);
  if (studentId !== null) await takeLock(tx, 'student id', studentId);
}

/** Requires `lockStudentId`. The provider's student ID, unless another account has it, which refuses no one. */
async function freeStudentId(tx: Tx, person: ProvidedPerson, userId: number | null): Promise<string | null> {
  const studentId = studentIdOf(person);
  if (studentId === null) return null;
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('studentId', '=', studentId)
    .where('id', '!=', userId ?? 0)
    .executeTakeFirst();
  return other === undefined ? studentId : null;
}

/** A returning person. An account closed by an administrator remains closed. */
async function reopen({ engine }: Needs<'engine'>, tx: Tx, { userId, closedAccount }: Recorded): Promise<void> {
  if (userId !== null && closedAccount)
    await engine.update(SYSTEM, 'users', userId, { active: true }, { tx, command: true });
}

async function describeAccount(
  { engine }: Needs<'engine'>,
  tx: Tx,
  { isLeading }: Recorded,
  userId: number,
  person: ProvidedPerson,
): Promise<void> {
  if (!isLeading) return;
  const { displayName, email } = toStoredPerson(person);
  const studentId = await freeStudentId(tx, person, userId);
  const said = Object.fromEntries(
    Object.entries({ displayName, email, studentId }).filter(([, value]) => value !== null),
  );
  if (Object.keys(said).length > 0) await engine.update(SYSTEM, 'users', userId, said, { tx, command: true });
}

async function isActive(tx: Tx, userId: number): Promise<boolean> {
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst();
  return account !== undefined;
}

function refusal(reason: Refusal): ProblemError {
  const { code, detail } = REFUSALS[reason];
  return problem(403, code, 'Not logged in', detail);
}
