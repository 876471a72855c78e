import type { Needs } from '../../services.ts';
import { tokensFor } from './tokens.ts';

export const CONFIRM_HOURS = 24;
export const CONFIRM_LABEL = 'Confirm this address';
const PAGE = '/myAccount/confirmAddress';

const confirmTokens = tokensFor('address confirmation');

/** `token` null: hidden from other readers. */
export function confirmPath(token: string | null): string {
  return `${PAGE}?link=${token ?? '...'}`;
}

/** The token of a link. It ends a day after `from`, so the same mail always has the same link. */
export async function confirmToken({ settings }: Needs<'settings'>, id: number, from: string): Promise<string> {
  const ends = Math.floor(Date.parse(from) / 1000) + CONFIRM_HOURS * 3600;
  return (await confirmTokens(settings)).sign([id, ends]);
}

/** The change that a token confirms, of addressChanges; null where it is none of ours. */
export async function readConfirmToken(
  { settings, clock }: Needs<'settings' | 'clock'>,
  token: string,
): Promise<{ id: number; hasEnded: boolean } | null> {
  const [id, ends] = (await confirmTokens(settings)).verify(token) ?? [];
  if (id === undefined || ends === undefined) return null;
  return { id: Number(id), hasEnded: !(Number(ends) > clock.now() / 1000) };
}
