import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { problem } from '../../platform/problem.ts';

/**
 * The passwords of at least ten characters among the million most common ones, in lower case, one a line, with a line break before the
 * first. From the project SecLists (10_million_password_list_top_1000000, CC BY-SA 3.0).
 */
const LIST = new URL('common-passwords.txt.gz', import.meta.url);
const unpack = promisify(gunzip);

/** Whether attackers try the password first, whatever its capitals. The list is read for each one: passwords are seldom set. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (password.includes('\n')) return false;
  const list = await unpack(await readFile(LIST));
  return list.includes(`\n${password.toLowerCase()}\n`);
}

const MIN_LENGTH = 10;
const MAX_LENGTH = 256;
/** OWASP's argon2id parameters: 19 MiB, two passes. (2 is Argon2id; the package's enum is ambient and cannot be imported here.) */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
let decoyHash: Promise<string> | undefined;

/** Loaded by the first login: many processes only answer people who are logged in. */
const argon2 = () => import('@node-rs/argon2');

/** Keyboards send "é" as one character or as two (NIST SP 800-63B, 3.1.1.2). */
const normalizePassword = (password: string) => password.normalize('NFKC');

export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(normalizePassword(password), ARGON2ID);
}

/** Takes equally long for an account without a password, and for no account (`stored` null), as for a wrong password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('an account that does not exist');
  const hash = stored ?? (await decoyHash);
  const { verify } = await argon2();
  // Older hashes are of passwords as typed.
  for (const form of new Set([normalizePassword(password), password]))
    if (await verify(hash, form)) return stored !== null;
  return false;
}

export interface PasswordOwner {
  username: string;
  displayName: string | null;
  email: string | null;
}

/** 400 for a password that is too weak (NIST SP 800-63B, 3.1.1.2); `field` shows the message. */
export async function checkNewPassword(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const stored = normalizePassword(password);
  const fault = weakness(stored, owner) ?? ((await isCommonPassword(stored)) ? COMMON : null);
  if (fault)
    throw problem(400, 'account.weak-password', 'Password not accepted', fault, { errors: { [field]: fault } });
}

const COMMON = 'This password is too common. Choose another one, such as four random words.';
/** The published one of the demonstration's accounts. */
const PUBLISHED = new Set(['atrium-demo']);

function weakness(password: string, { username, displayName, email }: PasswordOwner): string | null {
  if (password.length < MIN_LENGTH) return `The password must have at least ${MIN_LENGTH} characters.`;
  if (password.length > MAX_LENGTH) return `The password can have at most ${MAX_LENGTH} characters.`;
  if (password.toLowerCase().includes(username.toLowerCase()) && username.length > 2)
    return 'The password must not contain the username.';
  if (lettersIn(password) === lettersIn(displayName ?? '')) return 'The password must not be your name.';
  const address = email?.toLowerCase() ?? '';
  if ([address, address.split('@')[0]].includes(password.toLowerCase()))
    return 'The password must not be your email address.';
  if (PUBLISHED.has(password.toLowerCase())) return COMMON;
  if (new Set(password).size < 5) return 'The password must have at least five different characters.';
  return null;
}

/** "Ada Byron", "ada.byron" and "AdaByron" are one name. */
function lettersIn(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
