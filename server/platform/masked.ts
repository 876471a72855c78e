/** Recognizable by its owner alone: "a•••@example.edu". */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)][0] ?? ''}•••${address.slice(at)}`;
}

export const MASK = '***';

/**
 * A setting without the user names, passwords and tokens in its addresses. A password may contain any character:
 * everything before the last @ of an address is masked.
 */
export function withoutPasswords(value: string): string {
  return value
    .replace(/([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, `$1${MASK}@`)
    .replace(/([?&][^=&\s]*(?:password|passwd|pwd|token|secret|key)[^=&\s]*=)[^&\s]*/gi, `$1${MASK}`);
}
