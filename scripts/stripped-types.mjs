// Preloaded by npm start (node --import): loads the output of strip-types.mjs instead of the TypeScript source where it exists.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const STRIPPED = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'node_modules',
  '.cache',
  'atrium-stripped',
);

export function strippedFile(text) {
  return join(STRIPPED, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.js`);
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    try {
      const source = readFileSync(strippedFile(readFileSync(fileURLToPath(url), 'utf8')));
      return { format: 'module', source, shortCircuit: true };
    } catch {
      // The file has changed since: Node strips it.
      return next(url, context);
    }
  },
});
