import type { CheckResult, Facts } from '../../../domain/calls/debug.ts';
import type { Diagnostics } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { tryDirectory } from './try-directory.ts';

export const aboutDirectories: Diagnostics = {
  key: 'ldap',
  title: 'LDAP directories',
  facts: readFacts,
  checks: [{ key: 'try', title: 'Try every directory', seconds: 60, run: tryAll }],
};

async function readFacts({ settings }: Services): Promise<Facts> {
  const { ldapDirectories } = settings;
  return {
    facts: [{ label: 'Directories', value: ldapDirectories.length, kind: 'number' }],
    tables: [
      {
        title: 'Directories',
        columns: [{ label: 'Name' }, { label: 'Label' }, { label: 'Servers', kind: 'code' }],
        rows: ldapDirectories.map(({ name, label, servers }) => [
          name,
          label,
          servers.map(({ url }) => url).join(', '),
        ]),
        empty: 'People log in with a directory when LDAP_FILE names one.',
      },
    ],
    links: [{ label: 'Directories and providers', to: '/admin/identity' }],
  };
}

async function tryAll(services: Services): Promise<CheckResult> {
  const { ldapDirectories } = services.settings;
  if (ldapDirectories.length === 0) return { outcome: 'skipped', says: 'No directory is configured.' };
  const trials = await Promise.all(
    ldapDirectories.map(async (settings) => (await tryDirectory(services, settings, null)).servers),
  );
  const steps = trials.flat().flatMap(({ url, steps: own }) => own.map((step) => ({ url, ...step })));
  const worst = (['failed', 'attention'] as const).find((state) => steps.some(({ outcome }) => outcome === state));
  const reported = steps.filter(({ outcome }) => outcome === (worst ?? 'passed'));
  return {
    outcome: worst ?? 'passed',
    says: reported.map(({ url, title, says }) => `${url}, ${title}: ${says}`).join(' '),
  };
}
