import { createHash, randomBytes } from 'node:crypto';
import type { Needs } from '../../services.ts';
import { tokensFor } from './tokens.ts';

const PAGE = '/login/password';
const passwordTokens = tokensFor('password links');

/** In the fragment, which browsers send to no server: neither logs nor referrers hold the token. Null: hidden from other readers. */
export function passwordPath(token: string | null): string {
  return `${PAGE}#${token ?? '...'}`;
}

export function newPasswordSeed(): string {
  return randomBytes(24).toString('base64url');
}

/** Neither the database nor the server's secret alone yields it. */
export async function passwordToken({ settings }: Needs<'settings'>, seed: string): Promise<string> {
  return (await passwordTokens(settings)).sign([seed]);
}

export function hashPasswordToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
