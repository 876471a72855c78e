import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { columnRefs, type Db, type Tx } from '../../platform/database.ts';
import { problem, type ProblemError } from '../../platform/problem.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { attemptSucceeded, withAttempt, type LoginClient } from './login-limits.ts';
import { isTotpCode, matchingStep } from './totp.ts';

const FACTOR = columnRefs('secondFactors');
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

type Secrets = Needs<'settings' | 'clock'>;

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export async function storeSecondFactor(
  { settings }: Secrets,
  tx: Tx,
  userId: number,
  { secret, step, codes }: { secret: Buffer; step: number; codes: readonly string[] },
): Promise<void> {
  const secretSealed = (await sealer(settings)).seal(secret.toString('base64'));
  const recoveryHashes = JSON.stringify(await hashesOf(settings, userId, codes));
  await tx.insertInto('secondFactors').values({ userId, secretSealed, lastStep: step, recoveryHashes }).execute();
}

export async function replaceRecoveryCodes(
  { settings }: Secrets,
  tx: Tx,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  const recoveryHashes = JSON.stringify(await hashesOf(settings, userId, codes));
  await tx.updateTable('secondFactors').set({ recoveryHashes }).where('userId', '=', userId).execute();
}

/**
 * Checks a code of the authenticator app or a recovery code within limits, and uses it up. The limits are the account's, from wherever the
 * codes come, because only someone with the password gets this far; a known device has its own. Throws 400 with the error at `code`, or 429.
 */
export async function requireCode(
  services: CommandServices,
  userId: number,
  code: string,
  { device, tries }: LoginClient,
): Promise<void> {
  const { db } = services;
  // With a capital, which no typed username keeps.
  const counted = `Code of ${userId}`;
  const client = { ip: counted, device: device === null ? null : `code:${device}`, tries };
  await withAttempt(db, counted, client, async (attempt) => {
    if (!(await useUp(services, userId, code))) throw wrongCode();
    await attemptSucceeded(db, attempt);
  });
}

/** False for a code that is wrong or used. One statement per kind of code, so that two calls cannot both use it. */
async function useUp({ db, settings, clock }: Secrets & { db: Db }, userId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!isTotpCode(code)) {
    const [hash = ''] = await hashesOf(settings, userId, [code]);
    const { numUpdatedRows } = await db
      .updateTable('secondFactors')
      .set({ recoveryHashes: sql<string>`${FACTOR.recoveryHashes} - ${hash}::text` })
      .where('userId', '=', userId)
      .where(sql<boolean>`${FACTOR.recoveryHashes} ? ${hash}::text`)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const factor = await db
    .selectFrom('secondFactors')
    .select('secretSealed')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const secret = factor && (await sealer(settings)).open(factor.secretSealed);
  if (typeof secret !== 'string') return false;
  const step = matchingStep(Buffer.from(secret, 'base64'), code, clock.now());
  if (step === null) return false;
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function wrongCode(): ProblemError {
  const text = 'This code is wrong or was already used. Enter the newest code.';
  return problem(400, 'account.wrong-code', 'Code not accepted', text, { errors: { code: text } });
}

/** About 50 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => randomText(2));
}

/** Groups of five letters and digits, without those that are mistaken for each other. */
export function randomText(groups: number): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

async function hashesOf(settings: Secrets['settings'], userId: number, codes: readonly string[]): Promise<string[]> {
  const secret = await sessionSecret(settings);
  return codes.map((code) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['recovery code', userId, code.replace('-', '')]))
      .digest('base64url'),
  );
}

async function sealer(settings: Secrets['settings']): Promise<Sealed> {
  return new Sealed(await sessionSecret(settings), 'second factor');
}
