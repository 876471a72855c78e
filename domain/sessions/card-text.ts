/** What readers of cards and codes type, and what people type instead of them. */

/** 16 characters, as campus cards have it. */
const CARD = /^[0-9A-Z]{16}$/i;
const STUDENT_ID = /^[0-9A-Za-z._-]{1,20}$/;
/** A track between its start and end sentinels: "%B6005...^NAME^2512?", ";6005...=2512?", "+...?". */
const TRACK = /([%;+])([^?]*)\?/g;

export type ScannedText =
  | { kind: 'card'; card: string }
  | { kind: 'studentId'; studentId: string }
  /** The reader reports that it could not read the card. */
  | { kind: 'misread' }
  | { kind: 'other' };

/**
 * What the text is, without the sentinels and line ends of a reader. Cards and ids stay texts: their leading zeros count. A code of a ticket
 * is `other`: it is recognized first.
 */
export function parseCardText(text: string): ScannedText {
  const plain = text.replace(/[\s\p{Cc}]/gu, '');
  const tracks = new Map([...plain.matchAll(TRACK)].map(([, sentinel, track = '']) => [sentinel, track]));
  const track = tracks.get(';') ?? tracks.get('%') ?? tracks.get('+');
  if (track === undefined) return classifyText(plain);
  if (/^E?$/i.test(track)) return { kind: 'misread' };
  // Whatever follows the number on a track is not the card's: its expiry date, its owner's name.
  return classifyText(track.replace(/^B(?=\d)/i, '').replace(/[=^].*$/, ''));
}

function classifyText(text: string): ScannedText {
  if (CARD.test(text)) return { kind: 'card', card: text.toUpperCase() };
  return STUDENT_ID.test(text) ? { kind: 'studentId', studentId: text } : { kind: 'other' };
}
