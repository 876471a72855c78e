// Preloaded by the server (node --import): loads the output of compact-sources.mjs instead of the sources where it exists.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const COMPACTED = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'node_modules',
  '.cache',
  `atrium-compacted-${process.env.SITE_LANGUAGE?.trim() || 'en'}`,
);

export function compactedFile(text, ending = 'js') {
  return join(COMPACTED, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.${ending}`);
}

/** Packages require these for options that the server does not set. With node:https come the certificates that Node trusts. */
const UNUSED = { 'node:https': 'fastify', 'node:http2': 'fastify', glob: '@fastify/static' };
const NOTHING = join(dirname(fileURLToPath(import.meta.url)), 'nothing.cjs');

registerHooks({
  resolve(specifier, context, next) {
    const unused = context.parentURL?.includes(`/node_modules/${UNUSED[specifier]}/`);
    return next(unused ? NOTHING : specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:')) return next(url, context);
    if (url.endsWith('.ts')) {
      const source = compacted(readFileSync(fileURLToPath(url)));
      // Without it, the file has changed since: Node strips its types.
      return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true };
    }
    const loaded = next(url, context);
    if (!/\/node_modules\/.*\.[cm]?js$/.test(url)) return loaded;
    const source = compacted(loaded.source ?? readFileSync(fileURLToPath(url)));
    return source === null ? loaded : { ...loaded, source };
  },
});

function compacted(text) {
  try {
    return readFileSync(compactedFile(text), 'utf8');
  } catch {
    return null;
  }
}
