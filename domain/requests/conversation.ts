export const MESSAGE_LENGTH = 5000;
export const MOST_MESSAGE_FILES = 10;

/** What a canned reply may name in braces. */
export const REPLY_PLACEHOLDERS = ['customer', 'number', 'form'] as const;

const NAMED = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** The names in braces that no canned reply can fill in. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = REPLY_PLACEHOLDERS;
  return [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))].filter((name) => !known.includes(name));
}

/** A canned reply with its placeholders filled in, once: values are literal. */
export function filledReply(text: string, values: Record<(typeof REPLY_PLACEHOLDERS)[number], string>): string {
  const known: Readonly<Record<string, string>> = values;
  return text.replace(NAMED, (whole, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? whole) : whole));
}
