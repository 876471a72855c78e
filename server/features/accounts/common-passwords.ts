import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

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
