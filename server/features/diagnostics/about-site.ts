import { formatDay } from '../../../domain/values/formats.ts';
import { lookup } from 'node:dns/promises';
import type { CheckResult } from '../../../domain/calls/debug.ts';
import type { Diagnostics } from '../../feature.ts';
import { tls } from '../../platform/lazy-packages.ts';
import type { Needs, NoticeServices } from '../../services.ts';

const DAY = 86_400_000;
const SOON_DAYS = 21;

async function checkCertificate({ settings, clock }: NoticeServices, signal: AbortSignal): Promise<CheckResult> {
  const url = settings.publicUrl === null ? null : new URL(settings.publicUrl);
  if (url?.protocol !== 'https:') return { outcome: 'skipped', says: 'PUBLIC_URL has no https address.' };
  const { validTo, problem } = await peerCertificate(url.hostname, Number(url.port || 443), signal);
  const left = Math.floor((new Date(validTo).getTime() - clock.now()) / DAY);
  const until = formatDay(new Date(validTo).toISOString());
  if (problem !== null)
    return {
      outcome: 'failed',
      says: `Browsers reject it: ${problem}.`,
      todo: 'Install a trusted certificate.',
    };
  if (left < 0) return { outcome: 'failed', says: `It expired on ${until}.`, todo: 'Renew the certificate.' };
  return left < SOON_DAYS
    ? { outcome: 'attention', says: `It expires on ${until}, in ${left} days.`, todo: 'Check why it was not renewed.' }
    : { outcome: 'passed', says: `It is trusted, and valid until ${until}.` };
}

function peerCertificate(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<{ validTo: string; problem: string | null }> {
  return new Promise((resolve, reject) => {
    const socket = tls().connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : String(socket.authorizationError);
      socket.end();
      resolve({ validTo, problem });
    });
    signal.addEventListener('abort', () => socket.destroy(new Error('No answer in time')));
    socket.once('error', reject);
  });
}

/** Names that the portal needs: its own, and that of the mail server. */
async function resolveNames({ settings }: Needs<'settings'>): Promise<CheckResult> {
  const names = [settings.publicUrl === null ? null : new URL(settings.publicUrl).hostname, settings.smtp?.host ?? null]
    .filter((name) => name !== null)
    .filter((name) => !/^[\d.]+$|:/.test(name));
  if (names.length === 0) return { outcome: 'skipped', says: 'No setting names a host.' };
  const found = await Promise.all(
    names.map(
      async (name) =>
        [
          name,
          await lookup(name).then(
            () => true,
            () => false,
          ),
        ] as const,
    ),
  );
  const unknown = found.filter(([, isFound]) => !isFound).map(([name]) => name);
  return unknown.length === 0
    ? { outcome: 'passed', says: `Found: ${names.join(', ')}.` }
    : {
        outcome: 'failed',
        says: `Not found: ${unknown.join(', ')}.`,
        todo: 'Check the name and the name server of this machine.',
      };
}

export const aboutSite: Diagnostics = {
  key: 'site',
  title: 'Address',
  facts: async ({ settings }) => ({
    facts: [
      {
        label: 'Public address',
        value: settings.publicUrl,
        kind: 'code',
        ...(settings.publicUrl === null
          ? { note: 'Set PUBLIC_URL if browsers use a different address than the server.' }
          : {}),
      },
      { label: 'Listens on', value: `${settings.host}:${settings.port}`, kind: 'code' },
      {
        label: 'Trusted proxies',
        value: settings.trustProxy === false ? 'none' : String(settings.trustProxy),
        kind: 'code',
      },
    ],
  }),
  checks: [
    { key: 'certificate', title: 'Check the certificate', run: checkCertificate },
    { key: 'names', title: 'Resolve host names', run: resolveNames },
  ],
};
