import { formatCount } from '../../../../domain/values/formats.ts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { KnownIdentities, TrialStep } from '../../../../domain/calls/logins.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import { OutcomeChip } from '../debug/OutcomeChip.tsx';
import styles from './identity.module.css';

export type LoginFact = readonly [label: string, value: ReactNode];

/** What a trial found at one server, step by step. */
interface ServerTrial {
  url: string;
  steps: readonly TrialStep[];
}

interface LoginWayCardProps {
  way: { name: string; label: string; provisioning: boolean; known: KnownIdentities };
  facts: readonly LoginFact[];
  /** Whether a trial can look for a person. */
  findsPeople?: boolean;
  attempt: (username: string) => Promise<readonly ServerTrial[]>;
}

/** One directory or identity provider: its configuration, and the trial of it. */
export function LoginWayCard({ way, facts, findsPeople = false, attempt }: LoginWayCardProps) {
  const { name, label, provisioning, known } = way;
  const [username, setUsername] = useState('');
  const [trials, setTrials] = useState<readonly ServerTrial[]>([]);
  const { run, isRunning, refusal } = useCommand(
    async () => setTrials(await attempt(username.trim())),
    () => setTrials([]),
  );
  const shown: readonly LoginFact[] = [
    ...facts,
    ['First login', provisioning ? 'Creates an account' : 'Needs an administrator to link it'],
    ['Accounts', <KnownHere key="known" provider={name} known={known} />],
  ];
  return (
    <Card title={label}>
      <div className={layout.stack5}>
        <FactList
          inline="wide"
          facts={shown.map(([title, value]) => ({
            key: title,
            label: title,
            value: <span className={styles.value}>{value}</span>,
          }))}
        />
        <form
          className={styles.trial}
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          {findsPeople && (
            <TextField
              id={`try-${name}`}
              label="Username to look up (optional)"
              autoComplete="off"
              autoCapitalize="none"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
          <Button type="submit" icon="play" busy={isRunning}>
            Test {label}
          </Button>
        </form>
        <div role="status" className={layout.stack4}>
          {refusal !== null && <Banner tone="error">{refusal.message}</Banner>}
          {trials.map((trial) => (
            <TrialSteps key={trial.url} trial={trial} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function TrialSteps({ trial: { url, steps } }: { trial: ServerTrial }) {
  return (
    <section aria-label={`Test of ${url}`}>
      <h3 className={styles.server}>{url}</h3>
      <ol className={styles.steps}>
        {steps.map(({ title, outcome, says, todo, ms }) => (
          <li key={title}>
            <OutcomeChip outcome={outcome} /> <strong>{title}</strong> <span className={styles.quiet}>{ms} ms</span>
            <p className={styles.says}>
              {says}
              {todo !== undefined && <strong> {todo}</strong>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How many people a directory or provider has led here; those who wait are one click away. */
function KnownHere({ provider, known }: { provider: string; known: KnownIdentities }) {
  const { linked, waiting, removed } = known;
  const filter = encodeURIComponent(JSON.stringify({ provider, userId_null: true }));
  return (
    <>
      {formatCount(linked, 'person', 'people')} with an account,{' '}
      {waiting === 0 ? 'no one waiting' : <Link to={`/admin/identities?filter=${filter}`}>{`${waiting} waiting`}</Link>}
      , {removed} removed
    </>
  );
}
