// npm run texts: writes texts/en from the sources (docs/guides/texts.md).
//   npm run texts -- check          fails if texts/en is not current
//   npm run texts -- apply          writes edited texts of texts/en into the sources
//   npm run texts -- missing de     lists what texts/de lacks
//   npm run texts -- pseudo xx      writes a made-up language, in which texts that nothing translates stand out
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import {
  type Catalog,
  ENGLISH,
  idOf,
  messagesOf,
  readCatalogs,
  readSources,
  ROOT,
  sourceFiles,
  writeCatalogs,
} from './catalogs.ts';
import { pseudoText } from './pseudo.ts';
import { renderSource, textFault } from './render.ts';
import { surfaceOf } from './surfaces.ts';

const [action = 'write', language = ''] = process.argv.slice(2);
const ACTIONS: Record<string, () => Promise<void>> = { write, check, apply, missing, pseudo };
const run = ACTIONS[action];
if (!run) fail(`There is no "${action}". There are: ${Object.keys(ACTIONS).join(', ')}`);
else await run();

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

async function write(): Promise<void> {
  const catalogs = await readSources();
  await writeCatalogs(ENGLISH, catalogs);
  console.log(`${countTexts(catalogs)} texts in ${catalogs.size} files of texts/${ENGLISH}`);
}

function countTexts(catalogs: ReadonlyMap<string, Catalog>): number {
  return [...catalogs.values()].flatMap(Object.values).flatMap(Object.keys).length;
}

async function check(): Promise<void> {
  const [current, stored] = await Promise.all([readSources(), readCatalogs(ENGLISH)]);
  const surfaces = new Set([...current.keys(), ...stored.keys()]);
  const stale = [...surfaces].filter((name) => JSON.stringify(current.get(name)) !== JSON.stringify(stored.get(name)));
  if (stale.length > 0)
    fail(`Not current: ${stale.map((name) => `texts/en/${name}.json`).join(', ')}. Run npm run texts.`);
}

async function apply(): Promise<void> {
  const stored = await readCatalogs(ENGLISH);
  let changed = 0;
  for (const catalog of stored.values())
    for (const [file, texts] of Object.entries(catalog)) changed += await applyTo(file, texts);
  console.log(`${changed} ${changed === 1 ? 'text' : 'texts'} changed`);
  if (process.exitCode === undefined) await write();
}

async function applyTo(file: string, texts: Record<string, string>): Promise<number> {
  const edited = Object.entries(texts).filter(([id, text]) => idOf(text) !== id);
  if (edited.length === 0) return 0;
  const path = join(ROOT, file);
  const source = await readFile(path, 'utf8');
  const messages = messagesOf(file, source);
  let written = 0;
  for (const [id, text] of edited) {
    const found = messages.filter((message) => idOf(message.text) === id);
    const fault =
      found.length === 0 ? 'the source no longer has it' : found.map((one) => textFault(one, text)).find(Boolean);
    if (fault !== undefined) fail(`${file}: ${id}: ${fault}`);
    else written += 1;
  }
  if (process.exitCode !== undefined) return 0;
  const rendered = renderSource(source, messages, ({ text }) => {
    const next = texts[idOf(text)];
    return next === text ? undefined : next;
  });
  await writeFile(path, (await format(path, rendered, await formatOptions())).code);
  await carryOver(file, edited);
  return written;
}

async function formatOptions(): Promise<FormatConfig> {
  return JSON.parse(await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
}

/** Translations of an edited text stay, for its new id. */
async function carryOver(file: string, edited: readonly (readonly [string, string])[]): Promise<void> {
  for (const other of await languages()) {
    const catalogs = await readCatalogs(other);
    for (const catalog of catalogs.values()) {
      const texts = catalog[file];
      if (!texts) continue;
      catalog[file] = Object.fromEntries(
        Object.entries(texts).map(([id, text]) => {
          const english = edited.find(([old]) => old === id)?.[1];
          return [english === undefined ? id : idOf(english), text];
        }),
      );
    }
    await writeCatalogs(other, catalogs);
  }
}

async function languages(): Promise<string[]> {
  return (await readdir(join(ROOT, 'texts'))).filter((name) => name !== ENGLISH);
}

async function missing(): Promise<void> {
  if (!(await languages()).includes(language))
    return fail(`There is no texts/${language}. There are: ${(await languages()).join(', ') || 'none'}`);
  const translated = await readCatalogs(language);
  let lacks = 0;
  for (const [surface, catalog] of await readCatalogs(ENGLISH))
    for (const [file, texts] of Object.entries(catalog))
      for (const [id, text] of Object.entries(texts)) {
        if (translated.get(surface)?.[file]?.[id] !== undefined) continue;
        lacks += 1;
        console.log(`texts/${language}/${surface}.json ${file} ${id}: ${text}`);
      }
  console.log(`${lacks} ${lacks === 1 ? 'text is' : 'texts are'} missing`);
  for (const fault of await faultsOf(translated)) fail(fault);
}

/** Texts that lack a value or an element of the English text: they stay English. */
async function faultsOf(translated: ReadonlyMap<string, Catalog>): Promise<string[]> {
  const faults: string[] = [];
  for (const file of await sourceFiles()) {
    const messages = messagesOf(file, await readFile(join(ROOT, file), 'utf8'));
    for (const message of messages) {
      const text = translated.get(surfaceOf(file))?.[file]?.[idOf(message.text)];
      const fault = text === undefined ? undefined : textFault(message, text);
      if (fault !== undefined) faults.push(`${file} ${idOf(message.text)}: ${fault}`);
    }
  }
  return faults;
}

async function pseudo(): Promise<void> {
  if (!/^x[a-z]+$/.test(language)) return fail('The name of a made-up language begins with x, such as xx.');
  const catalogs = await readCatalogs(ENGLISH);
  const made = [...catalogs].map(([surface, catalog]) => {
    const files = Object.entries(catalog).map(([file, texts]) => [
      file,
      Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, pseudoText(text)])),
    ]);
    return [surface, Object.fromEntries(files) as Catalog] as const;
  });
  await writeCatalogs(language, new Map(made));
}
