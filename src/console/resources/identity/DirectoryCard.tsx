import { useState, type FormEvent } from 'react';
import type { CheckOutcome } from '../../../../domain/diagnostics.ts';
import type { LdapDirectorySummary, LdapTrial, TrialStep } from '../../../../domain/ldap-trial.ts';
import { api } from '../../../app/api.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, type Tone } from '../../../ui/Chip.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import type { IconProps } from '../../../ui/Icon.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import { formatCount } from '../../values/formats.ts';
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
  const [trial, setTrial] = useState<LdapTrial | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setFault(null);
    try {
      const json = username.trim() === '' ? {} : { username: username.trim() };
      setTrial(await api<LdapTrial>(`/api/ldap/directories/${name}/try`, { method: 'POST', json }));
    } catch (error) {
      setTrial(null);
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card title={label}>
      <div className={layout.stack5}>
        <FactList inline facts={factsOf(directory)} />
        <form className={styles.trial} onSubmit={(event) => void submit(event)}>
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
            <section key={url} aria-label={`Trial of ${url}`}>
              <h3 className={styles.server}>{url}</h3>
              <ol className={styles.steps}>
                {steps.map((step) => (
                  <Step key={step.title} step={step} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
    </Card>
  );
}

const OUTCOMES: Readonly<Record<CheckOutcome, { tone: Tone; icon: IconProps['name']; label: string }>> = {
  passed: { tone: 'green', icon: 'circle-check', label: 'Passed' },
  attention: { tone: 'orange', icon: 'triangle-alert', label: 'Look at this' },
  failed: { tone: 'red', icon: 'triangle-alert', label: 'Failed' },
  skipped: { tone: 'grey', icon: 'circle-dashed', label: 'Nothing to check' },
};

function Step({ step: { title, outcome, says, ms } }: { step: TrialStep }) {
  const { tone, icon, label } = OUTCOMES[outcome];
  return (
    <li>
      <Chip tone={tone} icon={icon}>
        {label}
      </Chip>{' '}
      <strong>{title}</strong> <span className={styles.quiet}>{ms} ms</span>
      <p className={styles.says}>{says}</p>
    </li>
  );
}

function factsOf({ servers, bindDn, hasPassword, people, groups, provisioning, known }: LdapDirectorySummary) {
  const shown: [string, string][] = [
    ...servers.map(({ url, security, hasOwnAuthorities }, index): [string, string] => [
      servers.length === 1 ? 'Server' : `Server ${index + 1}`,
      `${url}, ${SECURITY[security]}${hasOwnAuthorities ? ', with authorities of its own' : ''}`,
    ]),
    ['Service account', bindDn === null ? 'None: it is searched anonymously' : bindDn],
    ...(bindDn === null ? [] : [['Its password', hasPassword ? 'Set, and not shown' : 'Missing'] as [string, string]]),
    ['People', `${people.filter} below ${people.base}`],
    ['Their attributes', [people.id, people.userName, people.displayName, people.email].join(', ')],
    [
      'Groups',
      groups === null ? 'None are read' : `${groups.filter} below ${groups.base}, by ${groups.member}, ${groups.mode}`,
    ],
    ['First login', provisioning ? 'Makes an account' : 'Waits for an administrator to link it'],
    [
      'Known here',
      `${formatCount(known.linked, 'person', 'people')} with an account, ${known.waiting} waiting, ${known.gone} gone`,
    ],
  ];
  return shown.map(([label, value]) => ({ key: label, label, value: <span className={styles.value}>{value}</span> }));
}
