import { describe, expect, test } from 'vitest';
import { deliveryReport } from '../factories/mail/delivery-report.ts';
import { isAboutAddress, readDeliveryReport } from '../../server/platform/mail/delivery-report.ts';

describe('a delivery report', () => {
  test('says what became of the mail', () => {
    expect(readDeliveryReport(deliveryReport())).toEqual({
      action: 'failed',
      status: '5.1.1',
      answer: '550 5.1.1 No such user',
    });
  });

  test('can continue its lines, and leave out the response of the server', () => {
    expect(
      readDeliveryReport(deliveryReport({ diagnostic: 'smtp; 550 5.1.1\r\n  <ada>:\r\n\tNo such user' }))?.answer,
    ).toBe('550 5.1.1 <ada>: No such user');
    expect(readDeliveryReport(deliveryReport().replace(/Diagnostic-Code.*\r\n/, ''))?.answer).toBe('failed (5.1.1)');
  });

  test('can be encoded', () => {
    const status = 'Reporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n';
    const coded = deliveryReport().replace(
      /Content-Type: message\/delivery-status\r\n\r\n[^]*?\r\n\r\n--/,
      `Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(status)}\r\n\r\n--`,
    );
    expect(readDeliveryReport(coded)).toMatchObject({ action: 'failed', status: '5.1.1' });
  });

  test.for([
    ['failed', '5.1.1', true],
    ['failed', '5.1.10', true],
    ['failed', '5.2.1', true],
    ['failed', '5.1.8', false],
    ['failed', '5.2.2', false],
    ['failed', '5.7.1', false],
    ['failed', '4.4.7', false],
    ['delayed', '4.4.1', false],
    ['delayed', '5.1.1', false],
    ['delivered', '2.0.0', false],
  ] as const)('%s with %s: about the address, %s', ([action, status, isAbout]) => {
    const read = readDeliveryReport(deliveryReport({ action, status }));
    expect(read).toMatchObject({ action, status });
    expect(read && isAboutAddress(read)).toBe(isAbout);
  });

  test.for<[string, string]>([
    ['nothing', ''],
    ['no MIME', 'Subject: Out of office\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
    ['another type', deliveryReport().replace('multipart/report', 'multipart/mixed')],
    ['no boundary', deliveryReport().replace(/boundary=.*/, 'x=1')],
    ['no status part', deliveryReport().replace('message/delivery-status', 'text/plain')],
    ['no action', deliveryReport({ action: 'whatever' })],
    ['no status', deliveryReport({ status: 'failed' })],
    ['null bytes', '\0'.repeat(10_000)],
    ['a long line', `Content-Type: multipart/report; boundary=${'a'.repeat(200_000)}`],
  ])('is not read out of %s', ([, source]) => {
    expect(readDeliveryReport(source)).toBeNull();
  });

  test('of countless parts, headers or lines costs no more than another', () => {
    const head = 'Content-Type: multipart/report; boundary=x\n\n';
    const hostile = [
      head + '--x\nContent-Type: text/plain\n\n\n'.repeat(10_000),
      head + '--x\n'.repeat(100_000),
      `${'a: b\n '.repeat(50_000)}\n\n`,
      `Content-Type: multipart/report;${' ;'.repeat(100_000)}boundary=x\n\n--x`,
      `${head}--x\nContent-Type: message/delivery-status\n\n${'Action: failed\n\n'.repeat(50_000)}`,
      `Content-Type:${' '.repeat(300_000)}x`,
    ];
    const start = performance.now();
    for (const source of hostile) expect(readDeliveryReport(source)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
