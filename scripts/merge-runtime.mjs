// The bundler writes its helpers (for CommonJS modules) to a file of their own, which each page would have to request. They are moved
// into the file that each page loads first. Replacements keep the length of what they replace where it is long enough, so that source maps stay right.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RUNTIME = /^rolldown-runtime-.*\.js$/;
const FIRST = /^first-.*\.js$/;
/** Starts the helpers' names: the file has names of its own, which the minifier makes of one or two letters. */
const HELPER = '__';
const TAKEN = /[^\w$]__[a-z](?![\w$])/;
const EXPORTS = /export\{([^}]*)\};?\s*$/;

/** `folder`: the browser's build. Throws when the bundler's output has changed its shape. */
export async function mergeRuntime(folder) {
  const assets = join(folder, 'assets');
  const names = await readdir(assets);
  const runtime = names.find((name) => RUNTIME.test(name));
  const first = names.find((name) => FIRST.test(name));
  if (runtime === undefined || first === undefined) throw new Error('The build has no helpers, or no first file.');
  const helpers = helpersOf(await readFile(join(assets, runtime), 'utf8'));
  for (const name of names.filter((one) => one.endsWith('.js') && one !== runtime)) {
    const path = join(assets, name);
    const code = await readFile(path, 'utf8');
    if (!code.includes(runtime)) continue;
    // A file that does not import the first one must not name it: its own name, by which it is cached, does not follow from it.
    const hasHelpers = name === first || !code.includes(`from"./${first}"`);
    if (hasHelpers && TAKEN.test(code)) throw new Error(`${name} has names like those of the helpers`);
    const moved = pointTo(code, { from: runtime, to: first, hasHelpers });
    await writeFile(path, hasHelpers ? `${helpers.constant}${name === first ? helpers.exports : ''}\n${moved}` : moved);
    if (hasHelpers) await shiftMap(`${path}.map`);
  }
  await nameNoRuntime(folder, runtime);
  await rm(join(assets, runtime));
  await rm(join(assets, `${runtime}.map`), { force: true });
}

function helpersOf(code) {
  const [whole, list] = EXPORTS.exec(code) ?? [];
  if (whole === undefined) throw new Error('The helpers of the build are not exported as expected.');
  const pairs = list.split(',').map((pair) => pair.trim().split(' as '));
  const members = pairs.map(([local, exported = local]) => `${HELPER}${exported}:${local}`).join(',');
  const exported = pairs.map(([local, name = local]) => `${HELPER}${name}`).join(',');
  return {
    constant: `const{${exported}}=(()=>{${code.slice(0, -whole.length)}return{${members}}})();`,
    exports: `export{${exported}};`,
  };
}

/** Code that takes the helpers from the first file. */
function pointTo(code, { from, to, hasHelpers }) {
  const imported = new RegExp(`import\\{([^}]*)\\}from"\\./${from.replaceAll('.', '\\.')}";`);
  return code
    .replace(imported, (text, list) => {
      const pairs = list.split(',').map((pair) => pair.trim().split(' as '));
      const own = pairs
        .map(([name, local = name]) => (hasHelpers ? `${local}=${HELPER}${name}` : `${HELPER}${name} as ${local}`))
        .join(',');
      return padded(hasHelpers ? `const ${own};` : `import{${own}}from"./${to}";`, text.length);
    })
    .replaceAll(`"assets/${from}"`, (text) => padded(`"assets/${to}"`, text.length));
}

function padded(text, length) {
  return text.padEnd(length);
}

/** For a line that was put before the others. */
async function shiftMap(path) {
  const map = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

/** Documents ask for the manifest's files. */
async function nameNoRuntime(folder, runtime) {
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace(new RegExp(`\\s*<link[^>]*/assets/${runtime}">`), ''));
  const path = join(folder, '.vite', 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const nameOf = (file) => Object.keys(manifest).find((name) => manifest[name].file === `assets/${file}`);
  const gone = nameOf(runtime);
  delete manifest[gone];
  for (const chunk of Object.values(manifest)) {
    if (!chunk.imports?.includes(gone)) continue;
    const others = chunk.imports.filter((name) => name !== gone);
    chunk.imports = others;
  }
  await writeFile(path, JSON.stringify(manifest, null, 2));
}
