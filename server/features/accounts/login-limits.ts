import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { NOW, columnRefs, type Db } from '../../platform/database.ts';
import { addressKey } from '../../platform/address-key.ts';
import { tooMany, type ProblemError } from '../../platform/problem.ts';
import { Semaphore } from '../../platform/semaphore.ts';

const WINDOW_MINUTES = 15;
const ATTEMPT = columnRefs('loginAttempts');
const WINDOW = sql.lit(`${WINDOW_MINUTES} minutes`);
/** Failures above which attempts on an account, or from an address, are delayed. A campus network shares few addresses. */
const SLOW_ACCOUNT = 10;
const SLOW_ADDRESS = 60;
/** Counting stops here; the delay has reached its maximum long before. */
const MAX_COUNTED = 500;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;
/** Concurrently slowed attempts per address in this process; further ones are refused. */
const MAX_PER_ADDRESS = 1000;
/** The same per account, where further ones wait: guesses from however many addresses cannot outrun the delay by running in parallel. */
const MAX_PER_ACCOUNT = 4;
const MAX_WAITING = 16;

export interface LoginClient {
  ip: string;
  /** Id of the device, if the account has logged in on it before. */
  device: string | null;
  /** Failures within the window, of the account from this address or device, across all processes. Further attempts must wait. */
  tries: number;
}

export interface Attempt {
  id: number;
  account: string;
  address: string;
  device: string | null;
}

/** Recent failures, excluding this attempt. */
interface Failures {
  client: number;
  account: number;
  address: number;
  /** Seconds until the oldest of the client's failures expires. */
  wait: number;
}

/**
 * Records the attempt before `verify` checks the password, so that parallel guesses are counted like sequential ones. Throws 429 when
 * this account has failed too often from this address or device. Failures of other clients only slow the attempt down, a few of an
 * account at a time, and do not affect known devices, so that no one can lock out anyone else. Known and unknown accounts are treated
 * alike.
 */
export async function withAttempt<T>(
  db: Db,
  account: string,
  { ip, device, tries }: LoginClient,
  verify: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const address = addressKey(ip);
  const { id } = await db
    .insertInto('loginAttempts')
    .values({ account, ip: address, device, at: NOW, succeeded: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attempt = { id, account, address, device };
  const failures = await failuresBefore(db, attempt);
  if (failures.client >= tries) throw await refused(db, attempt, failures.wait);
  const delay = device === null ? delayAfter(failures) : 0;
  return delay === 0 ? verify(attempt) : slowed(db, attempt, delay, verify);
}

/** The delay of an unknown device's attempt in milliseconds; doubles with every ten further failures. */
export function delayAfter({ account, address }: Pick<Failures, 'account' | 'address'>): number {
  const excess = Math.max(account - SLOW_ACCOUNT, address - SLOW_ADDRESS);
  return excess < 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.floor(excess / 10));
}

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

/** A known device is counted wherever it is; a device has a separate id for each account. */
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

/** A refused attempt is not counted, so that waiting always helps. */
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

async function slowed<T>(
  db: Db,
  attempt: Attempt,
  milliseconds: number,
  verify: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { account, address } = attempt;
  const seconds = Math.ceil(milliseconds / 1000);
  if (!ofAddress.tryAcquire(address)) throw await refused(db, attempt, seconds);
  try {
    if (!(await ofAccount.acquire(account))) throw await refused(db, attempt, seconds);
    try {
      await pause(milliseconds);
      return await verifications.run(() => verify(attempt));
    } finally {
      ofAccount.release(account);
    }
  } finally {
    ofAddress.release(address);
  }
}

/** Limits concurrent attempts per address, so that one cannot exhaust the capacity of others. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  tryAcquire(address: string): boolean {
    const held = this.#held.get(address) ?? 0;
    if (held >= this.#most) return false;
    this.#held.set(address, held + 1);
    return true;
  }

  release(address: string): void {
    const held = this.#held.get(address) ?? 0;
    if (held > 1) this.#held.set(address, held - 1);
    else this.#held.delete(address);
  }
}

/**
 * Limits concurrent attempts per account; further ones wait, and the newest of them is next. Someone who logs in while the account is
 * flooded with guesses therefore does not wait behind them.
 */
export class NewestFirst {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #accounts = new Map<string, { running: number; waiting: ((isNext: boolean) => void)[] }>();

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves to true when it is this attempt's turn, which ends with `release`; to false when newer ones have displaced it. */
  async acquire(account: string): Promise<boolean> {
    const own = this.#accounts.get(account) ?? { running: 0, waiting: [] };
    this.#accounts.set(account, own);
    if (own.running < this.#most) {
      own.running += 1;
      return true;
    }
    if (own.waiting.length >= this.#mostWaiting) own.waiting.shift()?.(false);
    return new Promise((resolve) => own.waiting.push(resolve));
  }

  release(account: string): void {
    const own = this.#accounts.get(account);
    if (!own) return;
    const next = own.waiting.pop();
    if (next) next(true);
    else own.running -= 1;
    if (own.running === 0) this.#accounts.delete(account);
  }
}

const ofAddress = new ConcurrencyLimit(MAX_PER_ADDRESS);
const ofAccount = new NewestFirst(MAX_PER_ACCOUNT, MAX_WAITING);
/** Verifying a password takes tens of milliseconds of CPU time: a burst must not hold up others. */
const verifications = new Semaphore(2);
