import type { DoorTicket } from '../../../../domain/calls/door.ts';
import { parseCardText } from '../../../../domain/sessions/card-text.ts';
import { SCAN_TAG_LENGTH, scanText } from '../../../../domain/sessions/scan-tag.ts';
import { parseTicketCode } from '../../../../domain/sessions/ticket-code.ts';
import { sha256 } from '../../../ui/deviceApis.ts';
import { hmacSha256 } from '../../../ui/keyedHash.ts';

/** As the server stores codes. Null for other texts, and where the browser cannot hash: in pages that were not loaded by HTTPS. */
export async function codeHashOf(text: string): Promise<string | null> {
  const code = parseTicketCode(text);
  return code === null ? null : base64url(await sha256(new TextEncoder().encode(code)));
}

/** The tickets of the card or student ID, by the keyed hashes of the list; usually one, or none. */
export async function ticketsOfCard<Ticket extends Pick<DoorTicket, 'cards'>>(
  tickets: readonly Ticket[],
  scanKey: string | null,
  text: string,
): Promise<Ticket[]> {
  const scanned = parseCardText(text);
  if (scanKey === null || scanned.kind === 'misread' || scanned.kind === 'other') return [];
  const encoder = new TextEncoder();
  const hash = base64url(await sha256(encoder.encode(scanText(scanned))));
  if (hash === null) return [];
  const tag = base64url(await hmacSha256(bytesOf(scanKey), encoder.encode(hash)))?.slice(0, SCAN_TAG_LENGTH);
  return tickets.filter(({ cards }) => cards.some((one) => one === tag));
}

/** Whether the text is more likely a code, a card or a student ID than a name. */
export function isScannable(text: string): boolean {
  if (parseTicketCode(text) !== null || /^\d{6,}$/.test(text.trim())) return true;
  return /\d/.test(text) && ['card', 'misread'].includes(parseCardText(text).kind);
}

function base64url(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}
