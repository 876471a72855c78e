import { factColumns } from '../../platform/fact-columns.ts';
import type { Diagnostics } from '../../feature.ts';

export const aboutCaches: Diagnostics = {
  key: 'caches',
  title: 'Caches',
  facts: async ({ watch }) => ({
    facts: [],
    tables: [
      {
        title: 'Caches of this process',
        columns: factColumns({
          Cache: 'text',
          Entries: 'number',
          Size: 'bytes',
          Hits: 'number',
          Misses: 'number',
          'Hit rate': 'share',
        }),
        rows: [...watch.caches].map(([name, figures]) => {
          const { entries, bytes, hits, misses } = figures();
          return [name, entries, bytes, hits, misses, hits + misses === 0 ? null : hits / (hits + misses)];
        }),
        empty: 'This process has no cache.',
      },
    ],
  }),
};
