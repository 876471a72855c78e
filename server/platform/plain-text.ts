/** Whether a reason contains more than invisible characters and dots. */
export function hasVisibleText(text: string | undefined): text is string {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text);
}

/** Control characters and bidirectional overrides, which could move a reader's cursor. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text as plain text of at most `length` code points, as PostgreSQL counts them. */
export function plainText(text: string, length: number): string {
  return [...text.slice(0, length * 2).replace(INVISIBLE, ' ')].slice(0, length).join('');
}
