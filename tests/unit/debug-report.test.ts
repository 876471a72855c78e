import { expect, test } from 'vitest';
import { factText, reportText } from '../../src/console/resources/debug/reportText.ts';
import type { DebugSection, FactKind, FactValue } from '../../domain/calls/debug.ts';

test.each<[FactValue, FactKind, string]>([
  [null, 'text', '–'],
  [true, 'text', 'Yes'],
  [1536, 'bytes', '1.5 kB'],
  [17, 'bytes', '17 bytes'],
  [93_784, 'seconds', '1 d 2 h'],
  [0, 'seconds', '0 s'],
  [3_600, 'seconds', '1 h'],
  [1.25, 'milliseconds', '1.3 ms'],
  [65_000, 'milliseconds', '1 min 5 s'],
  [0.123, 'share', '12 %'],
  ['2026-11-23T14:00:00.123Z', 'instant', '2026-11-23 14:00:00 UTC'],
  [1234567, 'number', '1,234,567'],
])('%s as %s is %s', (value, kind, text) => {
  expect(factText(value, kind)).toBe(text);
});

const section = (given: Partial<DebugSection>): DebugSection => ({
  key: 'mail',
  title: 'Mail',
  facts: { facts: [] },
  fault: null,
  ms: 1,
  checks: [],
  ...given,
});

test('the report is Markdown with every part, also the one that could not be read, and the results of checks', () => {
  const text = reportText(
    {
      at: '2026-11-23T14:00:00.000Z',
      sections: [
        section({
          facts: {
            facts: [{ label: 'Waiting', value: 3, kind: 'number', state: 'attention', note: 'No server is set' }],
            tables: [{ title: 'Queues', columns: [{ label: 'a|b' }], rows: [['x|y\nz']], empty: 'None' }],
          },
        }),
        section({ title: 'Database', facts: null, fault: 'It did not answer.' }),
      ],
    },
    [{ section: 'mail', key: 'login', title: 'Log in', outcome: 'failed', says: 'No.', todo: 'Do.', at: '', ms: 12 }],
  );
  expect(text).toContain('- Waiting: 3 (needs attention). No server is set');
  expect(text).toContain('| x\\|y z |');
  expect(text).toContain('## Database\n\nCould not be read: It did not answer.');
  expect(text).toContain('- mail: Log in: failed (12 ms). No. Do.');
});

test('the report stays below 50 kB, with any contents', () => {
  const facts = Array.from({ length: 3_000 }, (_, at) => ({ label: `Fact ${at}`, value: 'größer €'.repeat(20) }));
  const text = reportText({ at: '', sections: [section({ facts: { facts } })] }, []);
  expect(new TextEncoder().encode(text).length).toBeLessThan(50_000);
  expect(text.endsWith('(Shortened.)')).toBe(true);
});
