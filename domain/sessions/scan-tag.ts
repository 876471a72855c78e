import type { ScannedText } from './card-text.ts';

/**
 * Characters of base64url: 24 bits of a keyed hash. Too few to find out the number behind it (dozens of student IDs
 * and millions of cards share each), enough to tell the people of one session apart.
 */
export const SCAN_TAG_LENGTH = 4;

/** What is hashed of a card or student ID. */
export function scanText(scanned: Extract<ScannedText, { kind: 'card' | 'studentId' }>): string {
  return scanned.kind === 'card' ? `card:${scanned.card}` : `id:${scanned.studentId}`;
}
