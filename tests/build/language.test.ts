import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserBuild } from '../factories/browser-build.ts';
import { copyProject, PROJECT, runScript } from '../factories/server-process.ts';

const LANGUAGE = 'xx';
/** Long enough that no other part of the code has the same characters. */
const SHORTEST = 20;

let copy: Awaited<ReturnType<typeof copyProject>>;
const compacted = join(PROJECT, 'node_modules', '.cache', `atrium-compacted-${LANGUAGE}`);

/** A site in a made-up language, in which every text differs from the English one. */
beforeAll(async () => {
  copy = await copyProject();
  const made = await runScript(copy.root, {}, 'scripts/texts/command.ts', ['pseudo', LANGUAGE]);
  expect(made.code, made.output).toBe(0);
  const built = await runScript(copy.root, { SITE_LANGUAGE: LANGUAGE }, 'scripts/build.mjs');
  expect(built.code, built.output).toBe(0);
});
afterAll(async () => {
  await copy.remove();
  await rm(compacted, { recursive: true, force: true });
  await rm(`${compacted}.digest`, { force: true });
});

/** English texts without values or elements, by the source that has them. */
function plainTexts(folder: string): [file: string, texts: string[]][] {
  const files = readdirSync(join(PROJECT, 'texts', 'en')).map((name) => join(PROJECT, 'texts', 'en', name));
  return files
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>))
    .filter(([file]) => file.startsWith(`${folder}/`))
    .map(([file, entries]) => [file, Object.values(entries).filter(isPlain)]);
}

function isPlain(text: string): boolean {
  return text.length >= SHORTEST && /^[\w ,.;:()-]+$/.test(text);
}

function scriptsBelow(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

test('pages in another language contain none of the English texts', () => {
  const texts = plainTexts('src').flatMap(([, found]) => found);
  const english = scriptsBelow(browserBuild());
  expect(texts.filter((text) => english.includes(text)).length).toBeGreaterThan(0.9 * texts.length);

  const current = readFileSync(join(copy.root, 'dist', 'current'), 'utf8');
  const translated = scriptsBelow(join(copy.root, 'dist', current, 'browser'));
  expect(texts.filter((text) => translated.includes(text))).toEqual([]);
});

test('titles of routes are replaced, and nothing else of them', () => {
  interface Routes {
    routes: { name: string; path: string; screen: string }[];
  }
  const source = readFileSync(join(copy.root, 'config', 'routes.json'), 'utf8');
  const name = createHash('sha256').update(source).digest('hex').slice(0, 32);
  const { routes } = JSON.parse(source) as Routes;
  const translated = (JSON.parse(readFileSync(join(compacted, `${name}.json`), 'utf8')) as Routes).routes;
  expect(translated.filter((route, index) => route.name === routes[index]?.name)).toEqual([]);
  expect(translated.map((route, index) => ({ ...route, name: routes[index]?.name }))).toEqual(routes);
});

test.each(['server', 'config', 'schemas'])('the texts of %s are replaced on the server', (folder) => {
  const remaining = plainTexts(folder).flatMap(([file, texts]) => {
    const source = readFileSync(join(copy.root, file));
    expect(texts.filter((text) => !source.includes(text))).toEqual([]);
    const name = createHash('sha256').update(source).digest('hex').slice(0, 32);
    const translated = readFileSync(join(compacted, `${name}.${file.endsWith('.json') ? 'json' : 'js'}`), 'utf8');
    return texts.filter((text) => translated.includes(text));
  });
  expect(remaining).toEqual([]);
});
