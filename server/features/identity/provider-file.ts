import { readFileSync } from 'node:fs';
import { didYouMean } from '../../declarations/faults.ts';
import { matchesMeta } from '../../declarations/meta.ts';
import type { EnvironmentReader } from '../../platform/settings.ts';

export interface ProviderFile {
  /** The environment variables: of the file, and of the secrets, which no file holds. */
  file: string;
  secrets: string;
  /** Of schemas/meta. */
  meta: Parameters<typeof matchesMeta>[0];
  /** The file's one list: its key, and what one of it is called. */
  list: string;
  one: string;
  secret: string;
}

export interface DeclaredProviders<Written> {
  file: string;
  written: readonly Written[];
  secrets: ReadonlyMap<string, string>;
}

/** Null if it cannot be read, which has been reported. */
export function readProviderFile<Written extends { name: string }>(
  environment: EnvironmentReader,
  { file: variable, secrets, meta, list, one, secret }: ProviderFile,
): DeclaredProviders<Written> | null {
  const { text, report } = environment;
  const file = text(variable);
  const written = file === null ? [] : readList<Written>();
  if (written === null) return null;
  const names = written.map(({ name }) => name);
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) report(`"name" in ${file ?? ''}`, `another one for each ${one}`, twin);
  return { file: file ?? '', written, secrets: readSecrets(names) };

  function readList<Item>(): Item[] | null {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(file ?? '', 'utf8'));
    } catch {
      report(variable, 'a JSON file that can be read', file ?? '');
      return null;
    }
    const isRight = matchesMeta(meta, value, (steps, message) =>
      report(variable, `a file without faults (at /${steps.join('/')}: ${message})`, file ?? ''),
    );
    return isRight ? ((value as Record<string, Item[]>)[list] ?? []) : null;
  }

  /** "campus=secret library=other", or {"campus": "with spaces"}. */
  function readSecrets(known: readonly string[]): Map<string, string> {
    const given = text(secrets) ?? '';
    const pairs = given.startsWith('{') ? jsonPairs(given) : wordPairs(given);
    const expected = `name=${secret} for ${list} of ${variable}, divided by spaces, or {"name": "${secret}"}`;
    if (pairs === null) {
      report(secrets, expected, '***');
      return new Map();
    }
    for (const [name] of pairs)
      if (!known.includes(name)) report(secrets, `${expected}${didYouMean(name, known)}`, '***');
    return new Map(pairs);
  }
}

function jsonPairs(text: string): [string, string][] | null {
  try {
    const pairs = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : null;
  } catch {
    return null;
  }
}

function wordPairs(text: string): [string, string][] | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.some((word) => word.indexOf('=') < 1)) return null;
  return words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
}
