/** Characters of an error's text that are shown. */
const MOST_CHARACTERS = 500;
/** Shorter values, such as a record's number, would match words of the message. */
const SHORTEST_VALUE = 4;
const HIDDEN = '…';

/** Secrets in messages: passwords in addresses, and values after the name of a secret. */
const SECRETS: [pattern: RegExp, instead: string][] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,300}@/gi, `$1${HIDDEN}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [
    /\b([\w-]{0,40}(?:password|passwd|secret|token|api[-_]?key|authorization))(["']?\s*[:=]\s*)\S{1,300}/gi,
    `$1$2${HIDDEN}`,
  ],
];

/**
 * The text of an error: name, message and the message of the cause, without secrets and without values of the job's data. Null when
 * there is none.
 */
export function errorText(output: unknown, data: unknown): string | null {
  const text = errorMessage(output);
  if (text === null) return null;
  const secretless = SECRETS.reduce(
    (left, [pattern, instead]) => left.replace(pattern, instead),
    withoutValues(text, data),
  );
  const line = secretless.replace(/\s+/g, ' ').trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}

function errorMessage(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  const { name, message, value, cause } = output as Record<string, unknown>;
  const own = [message, value].find((one) => typeof one === 'string' && one !== '') as string | undefined;
  if (own === undefined) return null;
  const named = typeof name === 'string' && name !== '' && name !== 'Error' ? `${name}: ${own}` : own;
  const because = errorMessage(cause);
  return because === null || own.includes(because) ? named : `${named} (${because})`;
}

/** Stored by the queue for a failed attempt, in place of the error: its text alone. */
export function storedError(error: unknown, data: unknown): Error {
  const stored = new Error(errorText(error, data) ?? '');
  delete stored.stack;
  return stored;
}

/** Long values first: one may be part of another. */
function withoutValues(text: string, data: unknown): string {
  return valuesIn(data)
    .sort((a, b) => b.length - a.length)
    .reduce((left, value) => left.replaceAll(value, HIDDEN), text);
}

function valuesIn(data: unknown): string[] {
  if (typeof data === 'string' || typeof data === 'number') {
    const value = String(data).trim();
    return value.length >= SHORTEST_VALUE ? [value] : [];
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(valuesIn) : [];
}
