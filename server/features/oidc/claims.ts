import type { ProvidedPerson } from '../identity/provider.ts';
import type { OpenidProvider } from './settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

const MOST_GROUPS = 2000;

export function claimedPerson(
  provider: OpenidProvider,
  issuer: string,
  subject: string,
  claims: Claims,
): ProvidedPerson {
  const { userName, displayName, email, studentId } = provider.claims;
  return {
    issuer,
    subject,
    userName: textClaim(claims[userName]),
    displayName: textClaim(claims[displayName]),
    // Rosters of classes know people by their address: one that is not theirs must not stand for them.
    email: isUnverified(claims) ? null : textClaim(claims[email]),
    studentId: studentId === null ? null : idText(claims[studentId]),
    groups: claimedGroups(provider, claims),
  };
}

/**
 * The groups and roles in the configured claims. Microsoft Entra omits the groups of people with many and refers to
 * another address, and others may send something else than names: that differs from having none.
 */
export function claimedGroups({ claims: names, withoutGroups }: OpenidProvider, claims: Claims): string[] | null {
  const lists = [names.groups, names.roles].filter((name) => name !== null).map((name) => listClaim(name, claims));
  const known = lists.map((list) => (list === 'missing' && withoutGroups === 'none' ? [] : list));
  if (known.some((list) => !Array.isArray(list))) return null;
  const groups = new Set(known.flatMap((list) => (Array.isArray(list) ? list : [])));
  // A part of them could be worse than none.
  return groups.size > MOST_GROUPS ? null : [...groups];
}

/**
 * Whether the domain of the person's address is allowed. An unverified address proves nothing; one without a statement
 * counts (Microsoft Entra).
 */
export function isInDomain({ allowedDomains, claims: names }: OpenidProvider, claims: Claims): boolean {
  if (allowedDomains === null) return true;
  const email = textClaim(claims[names.email]);
  if (email === null || isUnverified(claims)) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return email.includes('@') && allowedDomains.includes(domain);
}

function isUnverified(claims: Claims): boolean {
  return [claims.email_verified, claims.xms_edov].some((said) => isFalse(said));
}

function isFalse(said: unknown): boolean {
  return said !== undefined && said !== null && !['true', '1'].includes(String(said));
}

function listClaim(name: string, claims: Claims): string[] | 'missing' | 'elsewhere' {
  const { _claim_names: elsewhere, hasgroups: hasMore } = claims;
  if (typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere) return 'elsewhere';
  const value = name.includes('.') && !(name in claims) ? inner(name, claims) : claims[name];
  if (value === undefined || value === null) return hasMore === true ? 'elsewhere' : 'missing';
  const entries: unknown[] = [value].flat();
  const texts = entries.filter((entry): entry is string => typeof entry === 'string');
  if (texts.length === 0 && entries.length > 0) return 'elsewhere';
  return texts.map((entry) => entry.trim()).filter((entry) => entry !== '' && entry.length <= 500);
}

/** "realm_access.roles" of Keycloak. */
function inner(path: string, claims: Claims): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, step) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, step)
          ? (part as Record<string, unknown>)[step]
          : undefined,
      claims,
    );
}

/** An ID as a text, also where it is sent as a number. */
function idText(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textClaim(value);
}

function textClaim(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
