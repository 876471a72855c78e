import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserBuild, builtManifest, chunksOf } from '../factories/browser-build.ts';
import { report } from './report.ts';

const SHELL = 'index.html';
const CONSOLE = 'src/console/ConsoleScreen.tsx';

/** The modules that a page has loaded when first shown, with all their imports; limit in kB, gzip. */
const PAGES: { what: string; modules: string[]; atMost: number }[] = [
  { what: 'a public page (home)', modules: [SHELL, 'src/portal/content/ContentScreen.tsx'], atMost: 140 },
  {
    what: 'a request form',
    modules: [SHELL, 'src/portal/requests/form/RequestFormPage.tsx', 'src/forms/RequestForm.tsx'],
    atMost: 280,
  },
  { what: 'a public calendar', modules: [SHELL, 'src/portal/calendar/CalendarScreen.tsx'], atMost: 190 },
  { what: 'a console list', modules: [SHELL, CONSOLE], atMost: 230 },
  {
    what: 'a console form (with the rich text editor)',
    modules: [SHELL, CONSOLE, 'src/console/form/EditPage.tsx', 'src/forms/widgets/RichTextEditor.tsx'],
    atMost: 470,
  },
];

/** JavaScript on first load of each page, from the manifest of the last build. */
export async function benchBundles(): Promise<void> {
  const folder = browserBuild();
  const manifest = builtManifest();
  for (const { what, modules, atMost } of PAGES) {
    let bytes = 0;
    for (const name of chunksOf(modules))
      bytes += gzipSync(await readFile(join(folder, manifest[name]?.file ?? ''))).length;
    report(`JavaScript on first load, gzip: ${what}`, bytes / 1000, 'kB', { atMost });
  }
}
