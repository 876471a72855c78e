import { expect, test } from 'vitest';
import { siteOrigin } from '../../server/platform/http/site-origin.ts';

const at = (port: number) => ({ address: '127.0.0.1', family: 'IPv4', port });

test.each([
  [{ publicUrl: 'https://portal.example.edu', host: '127.0.0.1', port: 3000 }, at(3000), 'https://portal.example.edu'],
  [{ publicUrl: null, host: '127.0.0.1', port: 3000 }, at(3000), 'http://127.0.0.1:3000'],
  [{ publicUrl: null, host: '127.0.0.1', port: 0 }, at(41234), 'http://127.0.0.1:41234'],
  [{ publicUrl: null, host: '::1', port: 3000 }, at(3000), 'http://[::1]:3000'],
  [{ publicUrl: null, host: 'portal.local', port: 80 }, at(80), 'http://portal.local'],
  [{ publicUrl: null, host: '127.0.0.1', port: 3000 }, null, 'http://127.0.0.1:3000'],
])('%j is reached at its own address', (settings, listening, expected) => {
  expect(siteOrigin(settings, listening)).toBe(expected);
});
