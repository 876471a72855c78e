// Strips the types of the server's TypeScript ahead of time into files named by the hash of their content. npm start loads these
// instead (stripped-types.mjs), because Node's own type stripper takes 20 MB for the lifetime of the process.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { filesBelow, root } from './prepare.mjs';
import { STRIPPED, strippedFile } from './stripped-types.mjs';

const sources = (await Promise.all(['server', 'domain'].map((folder) => filesBelow(join(root, folder))))).flat();
const wanted = new Set();
await mkdir(STRIPPED, { recursive: true });
for (const source of sources.filter((name) => name.endsWith('.ts'))) {
  const text = await readFile(source, 'utf8');
  const file = strippedFile(text);
  wanted.add(file);
  await writeFile(`${file}.${process.pid}`, stripTypeScriptTypes(text));
  await rename(`${file}.${process.pid}`, file);
}
for (const name of await readdir(STRIPPED)) if (!wanted.has(join(STRIPPED, name))) await rm(join(STRIPPED, name));
