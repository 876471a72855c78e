import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const versions = new Map<string, Promise<string>>();

export function portalVersion(root: string): Promise<string> {
  const known = versions.get(root);
  if (known) return known;
  const read = readVersion(root);
  versions.set(root, read);
  return read;
}

async function readVersion(root: string): Promise<string> {
  const { version = 'unknown' } = await readFile(join(root, 'package.json'), 'utf8').then(
    (text) => JSON.parse(text) as { version?: string },
    () => ({ version: undefined }),
  );
  const commit = await run('git', ['-C', root, 'rev-parse', '--short=10', 'HEAD'], { timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  return commit === null ? version : `${version} (${commit})`;
}
