// Another language than English: the build and the compacted sources get its texts in the places of the English ones.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalog, idOf, messagesOf, ROOT } from './catalogs.ts';
import { renderSource, textFault } from './render.ts';
import { surfaceOf } from './surfaces.ts';

/** A source with the texts of a language. What it lacks, or what does not fit, stays English. */
export function translator(language: string): (file: string, source: string) => string {
  const catalogs = new Map(
    readdirSync(join(ROOT, 'texts', language)).map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(ROOT, 'texts', language, name), 'utf8')) as Catalog,
    ]),
  );
  return (file, source) => {
    const messages = messagesOf(file, source);
    if (messages.length === 0) return source;
    const texts = catalogs.get(surfaceOf(file))?.[file] ?? {};
    return renderSource(source, messages, (message) => {
      const text = texts[idOf(message.text)];
      return text === undefined || textFault(message, text) !== undefined ? undefined : text;
    });
  };
}
