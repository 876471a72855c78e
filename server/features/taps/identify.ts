import { parseCardText } from '../../../domain/sessions/card-text.ts';
import { parseTicketCode } from '../../../domain/sessions/ticket-code.ts';
import type { Needs } from '../../services.ts';
import { identifyScan } from '../checkin/scan.ts';

export type TapIdentity =
  | { userId: number; method: 'card' | 'code' }
  /** `words` for the person, `reason` for staff. */
  | { userId: null; words: string; reason: string };

/** The person of a card or a ticket code. A student ID can be typed by others, so it identifies no one here. */
export async function identifyTap(services: Needs<'db' | 'settings'>, text: string): Promise<TapIdentity> {
  const isCode = parseTicketCode(text) !== null;
  const { kind } = parseCardText(text);
  if (!isCode && kind === 'misread')
    return unknown('The card could not be read. Try again.', 'The card could not be read.');
  if (!isCode && kind !== 'card')
    return unknown('Use your card, or the QR code of a ticket.', 'Neither a card nor a ticket code');
  const found = await identifyScan(services, text);
  const isOpen = 'userId' in found && (await isOpenAccount(services, found.userId));
  if (isOpen) return { userId: found.userId, method: isCode ? 'code' : 'card' };
  return isCode
    ? unknown('This code no longer works. Please see the staff.', 'Ticket code that no longer works')
    : unknown('This card is not known here. Please see the staff.', 'Card without an account');
}

function unknown(words: string, reason: string): TapIdentity {
  return { userId: null, words, reason };
}

async function isOpenAccount({ db }: Needs<'db'>, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('active').where('id', '=', userId).executeTakeFirst();
  return row?.active === true;
}
