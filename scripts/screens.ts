import { join } from 'node:path';
import type { Plugin } from 'vite';
import { RENDERED_SCREENS, SCREENS, type ScreenName } from '../domain/declarations/screens.ts';

const ROOT = join(import.meta.dirname, '..');

/** The module with the loaders of all screens. */
export const SCREEN_MAP = join(ROOT, 'src/screens.ts');

/** Writes `SCREEN_MAP`: each screen is loaded on demand. The server's build has those that it renders. */
export function screenMap(): Plugin {
  let names: readonly ScreenName[] = [];
  return {
    name: 'screens',
    config(_config, { isSsrBuild }) {
      names = isSsrBuild === true ? RENDERED_SCREENS : (Object.keys(SCREENS) as ScreenName[]);
    },
    load(id) {
      if (id !== SCREEN_MAP) return undefined;
      const entries = names.map((name) => `'${name}': () => import('/${SCREENS[name]}')`);
      return `export const screens = {${entries.join(',\n')}};`;
    },
    generateBundle() {
      for (const name of names) {
        const exports = this.getModuleInfo(join(ROOT, SCREENS[name]))?.exports;
        if (exports?.includes('Screen') !== true) this.error(`${SCREENS[name]} has no export "Screen"`);
      }
    },
  };
}
