import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A declaration with the texts of the site's language, or as it is where the build has made no copy of this text (docs/guides/texts.md). */
export async function readDeclaration(root: string, file: string): Promise<Buffer> {
  const own = await readFile(path.join(root, file));
  const language = process.env['SITE_LANGUAGE']?.trim() || 'en';
  if (language === 'en') return own;
  const name = createHash('sha256').update(own).digest('hex').slice(0, 32);
  const copies = path.join(root, 'node_modules', '.cache', `atrium-compacted-${language}`);
  return readFile(path.join(copies, `${name}.json`)).catch(() => own);
}
