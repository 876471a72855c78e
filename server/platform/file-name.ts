/** Characters that no legitimate client sends in a name. */
const REFUSED = /[\p{Cc}\p{Cs}]/u;
/**
 * Invisible or misleading characters: bidirectional overrides ("photo\u202egpj.exe" displays as "photoexe.jpg"), line separators,
 * private-use and unassigned characters. The two joiners are allowed: some scripts and many emoji need them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;
const MAX_LENGTH = 255;

/**
 * The base name of a path without invisible characters and surrounding white space; null when it is empty, too long or not valid text.
 */
export function cleanFileName(given: string): string | null {
  const name = (given.split(/[\\/]/).at(-1) ?? '')
    .replace(UNSEEN, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  return REFUSED.test(given) || name === '' || name.length > MAX_LENGTH ? null : name;
}
