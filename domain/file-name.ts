/** No program writes these into a name by mistake. */
const REFUSED = /[\p{Cc}\p{Cs}]/u;
/**
 * What is not seen in a name or makes it look like another: marks that turn the direction of the text
 * ("photo\u202egpj.exe" is read as "photoexe.jpg"), line separators, private and unassigned characters. The two joiners stay: words of
 * some languages and many emoji need them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;
const MAX_LENGTH = 255;

/** The last part of a path as a file's name, without unseen characters and outer blanks. Null: it is empty, too long or no text at all. */
export function cleanFileName(given: string): string | null {
  const name = (given.split(/[\\/]/).at(-1) ?? '')
    .replace(UNSEEN, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
  return REFUSED.test(given) || name === '' || name.length > MAX_LENGTH ? null : name;
}
