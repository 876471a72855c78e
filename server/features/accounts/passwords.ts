import { hash, verify } from '@node-rs/argon2';
import { problem } from '../../platform/problem.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 256;
/** OWASP's argon2id parameters: 19 MiB, two passes. (2 is Argon2id; the package's enum is ambient and cannot be imported here.) */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const nobody = hash('an account that does not exist', ARGON2ID);

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/** Takes equally long for an account without a password, and for no account (`stored` null), as for a wrong password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== null && matches;
}

/** Throws a 400 problem when `password` is too weak; `field` is the field that shows the message. */
export function checkNewPassword(password: string, username: string, field: string): void {
  const fault = weakness(password, username);
  if (fault) throw problem(400, 'account.weak-password', 'Password refused', fault, { errors: { [field]: fault } });
}

function weakness(password: string, username: string): string | null {
  if (password.length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters.`;
  if (password.length > MAX_LENGTH) return `The password may have at most ${MAX_LENGTH} characters.`;
  if (password.toLowerCase().includes(username.toLowerCase()) && username.length > 2)
    return 'The password must not contain the username.';
  if (new Set(password).size < 5) return 'The password must have at least five different characters.';
  return null;
}
