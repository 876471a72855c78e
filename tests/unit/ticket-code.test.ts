import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  groupedTicketCode,
  parseTicketCode,
  TICKET_CODE_BYTES,
  ticketCodeOf,
  ticketCodeText,
} from '../../domain/sessions/ticket-code.ts';

const bytes = fc.uint8Array({ minLength: TICKET_CODE_BYTES, maxLength: TICKET_CODE_BYTES });

test('every 128 bits have a code of their own, which is found in what is scanned, shown and typed', () => {
  expect(ticketCodeOf(new Uint8Array(16))).toBe('0'.repeat(26));
  expect(ticketCodeOf(new Uint8Array(16).fill(255))).toBe(`7${'Z'.repeat(25)}`);
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const code = ticketCodeOf(one);
      for (const text of [code, ticketCodeText(code), groupedTicketCode(code), code.toLowerCase()])
        expect(parseTicketCode(text)).toBe(code);
      // As a reader with another keyboard types it, and as people read digits.
      expect(parseTicketCode(` atrium;t;${code}\r\n`)).toBe(code);
      expect(parseTicketCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
      expect(ticketCodeOf(other) === code).toBe(one.join() === other.join());
    }),
  );
});

test('what is no code is none', () => {
  const code = ticketCodeOf(new Uint8Array(16).fill(7));
  for (const text of [
    '',
    'ATRIUM:T:',
    code.slice(1),
    `${code}0`,
    `8${code.slice(1)}`,
    `${code.slice(0, 25)}U`,
    '5'.repeat(16),
  ])
    expect(parseTicketCode(text), text).toBeNull();
});

test('is shown in groups', () => {
  expect(groupedTicketCode('0123456789ABCDEFGHJKMNPQRS')).toBe('01 2345 6789 ABCD EFGH JKMN PQRS');
});
