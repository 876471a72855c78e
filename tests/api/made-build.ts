import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './support.ts';

/** A build whose pages need the database, as the real one's do. */
export async function makeBuild(inFolder: string): Promise<string> {
  const root = join(inFolder, 'build');
  const files = {
    'dist/current': 'made',
    'dist/made/browser/index.html':
      '<html data-theme="light"><head><!--page--><!--/page--></head><body><div id="root"></div></body></html>',
    'dist/made/browser/.vite/manifest.json': '{"index.html":{"file":"assets/index.js"}}',
    'dist/made/browser/assets/index.js': '',
    'dist/made/browser/.vite/sources.json': '{}',
    'dist/made/render/render.js': `export const renderDocument = async ({ state, fetchQuery }) => {
      const queries = [await fetchQuery('/api/content/page?title=home')];
      const share = { title: 'Home', site: 'Atrium' };
      const head = { title: 'Home', share, description: null, theme: 'light', image: null, icon: null, links: '', data: null };
      return { status: 200, movedTo: null, body: 'Home', head, state: { ...state, queries }, sources: [] };
    };`,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await symlink(join(ROOT, 'config'), join(root, 'config'));
  return root;
}
