import type { Plugin } from 'vite';
import { MEDIA } from '../domain/values/media.ts';

const MEDIA_RULE = /@media[^{;]*/g;
const CUSTOM_MEDIA = /\(--([\w-]+)\)/g;

/** Replaces the custom media queries of a style sheet by their definitions (domain/values/media.ts). Throws for an unknown name. */
export function expandCustomMedia(css: string): string {
  const queries: Readonly<Record<string, string>> = MEDIA;
  return css.replace(MEDIA_RULE, (rule) =>
    rule.replace(CUSTOM_MEDIA, (reference, name: string) => {
      const query = queries[name];
      if (query === undefined)
        throw new Error(`${reference} is not one of domain/values/media.ts: ${Object.keys(queries).join(', ')}`);
      return query;
    }),
  );
}

export function customMedia(): Plugin {
  return {
    name: 'custom-media',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: expandCustomMedia(code), map: null }),
    },
  };
}
