import { describe, expect, test } from 'vitest';
import { parseCardText } from '../../domain/sessions/card-text.ts';

describe('what a reader types', () => {
  test.each([
    ['0012345678901234', { kind: 'card', card: '0012345678901234' }],
    [';0012345678901234?\r\n', { kind: 'card', card: '0012345678901234' }],
    ['%B0012345678901234^BYRON/ADA^2512?;0012345678901234=2512101?', { kind: 'card', card: '0012345678901234' }],
    ['%B0012345678901234^BYRON/ADA^2512?', { kind: 'card', card: '0012345678901234' }],
    ['00a2345678901b34', { kind: 'card', card: '00A2345678901B34' }],
    ['001234567', { kind: 'studentId', studentId: '001234567' }],
    [' 001 234 567 ', { kind: 'studentId', studentId: '001234567' }],
    [';001234567?', { kind: 'studentId', studentId: '001234567' }],
    ['%E?', { kind: 'misread' }],
    [';E?', { kind: 'misread' }],
    ['%E?;E?', { kind: 'misread' }],
    ['', { kind: 'other' }],
    ['https://campus.example/t/1', { kind: 'other' }],
  ] as const)('%s', (text, expected) => {
    expect(parseCardText(text)).toEqual(expected);
  });
});
