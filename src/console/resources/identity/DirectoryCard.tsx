import { useState, type FormEvent, type ReactNode } from 'react';
import type { LdapDirectorySummary } from '../../../../domain/calls/logins.ts';
import { callApi } from '../../../app/callApi.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import { KnownHere } from './KnownHere.tsx';
import { TrialSteps } from './TrialSteps.tsx';
import { useTrial } from './useTrial.ts';
import styles from './identity.module.css';

const SECURITY: Record<LdapDirectorySummary['servers'][number]['security'], string> = {
  ldaps: 'TLS',
  starttls: 'STARTTLS',
  none: 'not encrypted',
};

/** One directory: its configuration, and the trial of it. */
export function DirectoryCard({ directory }: { directory: LdapDirectorySummary }) {
  const { name, label } = directory;
  const [username, setUsername] = useState('');
  const { trial, fault, isBusy, run } = useTrial((body: { username?: string }) =>
    callApi('POST /api/ldap/directories/:name/try', { params: { name }, body }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(username.trim() === '' ? {} : { username: username.trim() });
  };
  return (
    <Card title={label}>
      <div className={layout.stack5}>
        <FactList inline="wide" facts={directoryFacts(directory)} />
        <form className={styles.trial} onSubmit={submit}>
          <TextField
            id={`try-${name}`}
            label="Username to look for (may be left empty)"
            autoComplete="off"
            autoCapitalize="none"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <Button type="submit" icon="play" busy={isBusy}>
            Try {label}
          </Button>
        </form>
        <div role="status" className={layout.stack4}>
          {fault !== null && <Banner tone="error">{fault}</Banner>}
          {trial?.servers.map(({ url, steps }) => (
            <TrialSteps key={url} of={url} steps={steps} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function directoryFacts({
  name,
  servers,
  bindDn,
  hasPassword,
  people,
  groups,
  provisioning,
  known,
}: LdapDirectorySummary) {
  const shown: [string, ReactNode][] = [
    ...servers.map(({ url, security, hasOwnAuthorities }, index): [string, string] => [
      servers.length === 1 ? 'Server' : `Server ${index + 1}`,
      `${url}, ${SECURITY[security]}${hasOwnAuthorities ? ', with authorities of its own' : ''}`,
    ]),
    ['Service account', bindDn === null ? 'None: it is searched anonymously' : bindDn],
    ...(bindDn === null ? [] : [['Its password', hasPassword ? 'Set, and not shown' : 'Missing'] as [string, string]]),
    ['People', `${people.filter} below ${people.base}`],
    ['Their attributes', [people.id, people.userName, people.displayName, people.email].join(', ')],
    ...(people.loginNames.length === 0
      ? []
      : [['People log in also by', people.loginNames.join(', ')] as [string, ReactNode]]),
    [
      'Groups',
      groups === null ? 'None are read' : `${groups.filter} below ${groups.base}, by ${groups.member}, ${groups.mode}`,
    ],
    ['First login', provisioning ? 'Makes an account' : 'Waits for an administrator to link it'],
    ['Known here', <KnownHere key="known" provider={name} known={known} />],
  ];
  return shown.map(([label, value]) => ({ key: label, label, value: <span className={styles.value}>{value}</span> }));
}
