import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Needs } from '../../services.ts';

export function readsStudentIds({ engine: { resolver } }: Needs<'engine'>, actor: Actor): boolean {
  return resolver.view(actor, resolver.resource('users')).fieldOf('studentId') !== undefined;
}

interface Known {
  name: string;
  email: string | null;
}

/** Parts of a longer name could be guesses. */
const MOST_PARTS = 6;

/**
 * Whether a line of a roster names the account that has its student ID, by the address or by first and last name in any order. Without
 * that, a file of numbers would find out whose each of them is.
 */
export function namesAccount(line: Known, account: { displayName: string; email: string | null }): boolean {
  if (line.email !== null && line.email.toLowerCase() === account.email?.toLowerCase()) return true;
  const parts = nameParts(line.name);
  if (parts.size > MOST_PARTS) return false;
  const own = nameParts(account.displayName);
  const shared = [...own].filter((part) => parts.has(part)).length;
  return shared >= 2 || (own.size === 1 && shared === 1 && parts.size === 1);
}

/** "Lovelace, Ada M." -> lovelace, ada; initials say nothing. */
function nameParts(name: string): Set<string> {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1));
}
