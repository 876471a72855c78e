import { MASK } from '../../platform/masked.ts';
import { factColumns } from '../../platform/fact-columns.ts';
import type { Diagnostics } from '../../feature.ts';

export const aboutConfiguration: Diagnostics = {
  key: 'configuration',
  title: 'Configuration',
  facts: async ({ settings, model }) => ({
    facts: [
      { label: 'Resources', value: model.resources.size, kind: 'number' },
      { label: 'Site time zone', value: model.site.timezone, kind: 'code' },
    ],
    tables: [
      {
        title: 'Environment',
        columns: factColumns({ Variable: 'code', Value: 'code' }),
        rows: settings.environment.map(({ name, value }) => [
          name,
          value === MASK ? 'set, not shown' : (value ?? 'not set'),
        ]),
        empty: 'No variable is known.',
      },
    ],
  }),
};
