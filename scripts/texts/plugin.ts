import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './catalogs.ts';
import { translator } from './language.ts';

/** Builds the pages with the texts of a language; null for English, whose build is not changed by anything here. */
export function siteLanguage(language: string | undefined): Plugin | null {
  if (language === undefined || language === '' || language === 'en') return null;
  const translate = translator(language);
  return {
    name: 'site-language',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(ROOT, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
      const text = /^(src|domain)\/.*\.tsx?$/.test(file) ? translate(file, code) : code;
      return text === code ? null : { code: text, map: null };
    },
    transformIndexHtml: (html) => translate('index.html', html),
  };
}
