import type { Needs, NoticeServices } from '../../services.ts';
import { tokensFor } from './tokens.ts';

export interface MailLink {
  userId: number;
  /** The category that one click turns off; null: only the settings. */
  category: string | null;
}

/** A year: old mails are stored, and their readers must be able to unsubscribe. */
const VALID = 365 * 24 * 3600;
const ANY = '-';

const mailLinkTokens = tokensFor('mail links');

/** The token of a link. It ends a year after `from`, so the same mail always has the same link. */
export async function mailLink(
  { settings }: Needs<'settings'>,
  { userId, category }: MailLink,
  from: string,
): Promise<string> {
  const expires = Math.floor(Date.parse(from) / 1000) + VALID;
  return (await mailLinkTokens(settings)).sign([userId, category ?? ANY, expires]);
}

/** Null for a token that is not ours, or has expired. */
export async function readMailLink({ settings, clock }: NoticeServices, token: string): Promise<MailLink | null> {
  const [userId, category, expires] = (await mailLinkTokens(settings)).verify(token) ?? [];
  if (userId === undefined || category === undefined || !(Number(expires) > clock.now() / 1000)) return null;
  return { userId: Number(userId), category: category === ANY ? null : category };
}
