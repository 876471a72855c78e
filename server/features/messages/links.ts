import type { Services } from '../../services.ts';
import { tokensFor } from './tokens.ts';

/** Of the links in a mail, by which its reader changes what reaches them without logging in. */
export interface MailLink {
  userId: number;
  /** The category that one click turns off; null: the settings alone. */
  category: string | null;
}

/** A year: old mails are kept, and whoever wants no more of them must be able to say so. */
const VALID = 365 * 24 * 3600;
const ANY = '-';

const tokensOf = tokensFor('mail links');

/** The token of a link. It ends a year after `from`, so the same mail always has the same link. */
export async function mailLink({ settings }: Services, { userId, category }: MailLink, from: string): Promise<string> {
  const expires = Math.floor(Date.parse(from) / 1000) + VALID;
  return (await tokensOf(settings)).sign([userId, category ?? ANY, expires]);
}

/** What a token says; null where it is none of ours, or has ended. */
export async function readMailLink({ settings, clock }: Services, token: string): Promise<MailLink | null> {
  const [userId, category, expires] = (await tokensOf(settings)).verify(token) ?? [];
  if (userId === undefined || category === undefined || !(Number(expires) > clock.now() / 1000)) return null;
  return { userId: Number(userId), category: category === ANY ? null : category };
}
