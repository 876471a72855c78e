import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { NOW, columnRefs, type Db } from '../../platform/database.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { tooMany, type ProblemError } from '../../platform/problem.ts';

/** Failures within the window of one account from one address, or from one known device; over all server processes. Then it waits. */
const PER_CLIENT = 10;
const WINDOW_MINUTES = 15;
const ATTEMPT = columnRefs('loginAttempts');
const WINDOW = sql.lit(`${WINDOW_MINUTES} minutes`);
/** Failures from which on a whole account or a whole address is slowed down. A campus network shares few addresses. */
const SLOW_ACCOUNT = 10;
const SLOW_ADDRESS = 60;
/** Nothing is counted further than this: the delay has long been the longest. */
const MAX_COUNTED = 500;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;
/** Attempts of one address that this process holds back at once. Further ones of it are told to come again. */
const MAX_DELAYED = 1000;

/** Who tries to log in where. */
export interface LoginClient {
  ip: string;
  /** Id of the device where the account has logged in on it before. */
  device: string | null;
}

/** One attempt to log in, counted as failed until it is said to have succeeded. */
export interface Attempt {
  id: number;
  account: string;
  address: string;
  device: string | null;
  /** Whether it was held back for what others did with the account, or from the address. */
  isSlowed: boolean;
}

/** How many attempts failed lately, this one not counted. */
interface Failures {
  client: number;
  account: number;
  address: number;
  /** Seconds until one of the client's failures counts no more. */
  wait: number;
}

/**
 * Notes the attempt before the password is looked at, so that a hundred parallel guesses are counted like a hundred in a row. Throws
 * 429 when this account has failed too often from this address or device. What others did with the account, or from the address with
 * other accounts, only slows the attempt down, and a device that the account has logged in on before not even that: nobody shuts
 * anybody else out. Known and unknown accounts are treated alike.
 */
export async function beginAttempt(db: Db, account: string, { ip, device }: LoginClient): Promise<Attempt> {
  const address = addressKey(ip);
  const { id } = await db
    .insertInto('loginAttempts')
    .values({ account, ip: address, device, at: NOW, succeeded: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attempt = { id, account, address, device, isSlowed: false };
  const failures = await failuresBefore(db, attempt);
  if (failures.client >= PER_CLIENT) throw await refused(db, attempt, failures.wait);
  const delay = device === null ? delayAfter(failures) : 0;
  if (delay === 0) return attempt;
  await slowDown(db, attempt, delay);
  return { ...attempt, isSlowed: true };
}

/** Milliseconds that an attempt of an unknown device is held back: doubled with every ten further failures. */
export function delayAfter({ account, address }: Pick<Failures, 'account' | 'address'>): number {
  const excess = Math.max(account - SLOW_ACCOUNT, address - SLOW_ADDRESS);
  return excess < 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.floor(excess / 10));
}

/** Forgets the client's failures with the account, and everybody's that no longer count. */
export async function attemptSucceeded(
  db: Db,
  { account, address, device }: Pick<Attempt, 'account' | 'address' | 'device'>,
): Promise<void> {
  await db
    .deleteFrom('loginAttempts')
    .where(({ or }) =>
      or([byClient({ account, address, device }), sql<boolean>`${ATTEMPT.at} < ${NOW} - interval ${WINDOW}`]),
    )
    .execute();
}

/** Forgets the attempts that no limit counts any more. */
export async function clearAttempts(db: Db): Promise<void> {
  await db
    .deleteFrom('loginAttempts')
    .where('createdAt', '<', sql<string>`${NOW} - interval '1 day'`)
    .execute();
}

/** A known device counts wherever it is; every device has one of its own for each account. */
function byClient({ account, address, device }: Pick<Attempt, 'account' | 'address' | 'device'>) {
  return device === null
    ? sql<boolean>`(${ATTEMPT.account} = ${account} and ${ATTEMPT.ip} = ${address} and ${ATTEMPT.device} is null)`
    : sql<boolean>`${ATTEMPT.device} = ${device}`;
}

async function failuresBefore(db: Db, { id, account, address, device }: Attempt): Promise<Failures> {
  const isRecent = sql`${ATTEMPT.at} > ${NOW} - interval ${WINDOW} and ${ATTEMPT.id} <> ${id}`;
  const client = byClient({ account, address, device });
  const { rows } = await sql<Failures>`
    select (select count(*) from (select 1 from "loginAttempts" where ${client} and ${isRecent} limit ${MAX_COUNTED}) c) as client,
      (select count(*) from (select 1 from "loginAttempts" where ${ATTEMPT.account} = ${account} and ${isRecent} limit ${MAX_COUNTED}) a) as account,
      (select count(*) from (select 1 from "loginAttempts" where ${ATTEMPT.ip} = ${address} and ${isRecent} limit ${MAX_COUNTED}) i) as address,
      (select ceil(extract(epoch from min(${ATTEMPT.at}) + interval ${WINDOW} - atrium_now()))::int from "loginAttempts"
        where ${client} and ${isRecent}) as wait`.execute(db);
  return rows[0]!;
}

/** An attempt that was not made does not count: whoever waits is let in again. */
async function refused(db: Db, { id }: Attempt, seconds: number): Promise<ProblemError> {
  await db.deleteFrom('loginAttempts').where('id', '=', id).execute();
  return tooMany(
    'account.too-many-attempts',
    'Too many attempts',
    seconds > 60
      ? `Too many attempts to log in. Please wait ${Math.ceil(seconds / 60)} minutes and try again.`
      : 'Too many attempts to log in. Please wait a moment and try again.',
    seconds,
  );
}

/** Holds the attempt back before its password is looked at. */
async function slowDown(db: Db, attempt: Attempt, milliseconds: number): Promise<void> {
  if (!delayed.enter(attempt.address)) throw await refused(db, attempt, Math.ceil(milliseconds / 1000));
  await pause(milliseconds).finally(() => delayed.leave(attempt.address));
}

/** Room for so many attempts of each address: whoever fills it takes no place from the other addresses. */
export class Room {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether there was room for one more of this address. */
  enter(address: string): boolean {
    const held = this.#held.get(address) ?? 0;
    if (held >= this.#most) return false;
    this.#held.set(address, held + 1);
    return true;
  }

  leave(address: string): void {
    const held = this.#held.get(address) ?? 0;
    if (held > 1) this.#held.set(address, held - 1);
    else this.#held.delete(address);
  }
}

const delayed = new Room(MAX_DELAYED);
