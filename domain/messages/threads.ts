/** Messages about one record, or about none: "submissions-12", "general". */
export type ThreadKey = string;

export const GENERAL: ThreadKey = 'general';

/** all: what is not archived. */
export const BOXES = ['all', 'unread', 'archived'] as const;
export type Box = (typeof BOXES)[number];

export const MARKS = ['read', 'unread', 'archived', 'kept'] as const;
export type Mark = (typeof MARKS)[number];

/** site: the site's setting, which is the default. */
export const QUIET_MODES = ['site', 'none', 'own'] as const;
export type QuietMode = (typeof QUIET_MODES)[number];

const KEY = /^([a-z][A-Za-z0-9_]{0,59})-([1-9]\d{0,14})$/;

/** The record of a key; null for none; undefined for an invalid key. */
export function readThreadKey(key: string): { resource: string; id: number } | null | undefined {
  if (key === GENERAL) return null;
  const [, resource, id] = KEY.exec(key) ?? [];
  return resource === undefined ? undefined : { resource, id: Number(id) };
}

export function threadKey(about: string | null, aboutId: number | null): ThreadKey {
  return about === null || aboutId === null ? GENERAL : `${about}-${aboutId}`;
}
