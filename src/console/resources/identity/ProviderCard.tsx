import type { ReactNode } from 'react';
import type { OpenidProviderSummary } from '../../../../domain/calls/logins.ts';
import { callApi } from '../../../app/callApi.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import layout from '../../../ui/layout.module.css';
import { KnownHere } from './KnownHere.tsx';
import { TrialSteps } from './TrialSteps.tsx';
import { useTrial } from './useTrial.ts';
import styles from './identity.module.css';

const AUTHENTICATION: Record<OpenidProviderSummary['clientAuthentication'], string> = {
  basic: 'with a secret, which is not shown, by HTTP Basic',
  post: 'with a secret, which is not shown, in the form',
  none: 'without a secret, a public client',
};

/** One identity provider: its configuration, and the trial of it. */
export function ProviderCard({ provider }: { provider: OpenidProviderSummary }) {
  const { name, label, issuer } = provider;
  const { trial, fault, isBusy, run } = useTrial(() =>
    callApi('POST /api/openid/providers/:name/try', { params: { name } }),
  );
  return (
    <Card title={label}>
      <div className={layout.stack5}>
        <FactList inline="wide" facts={providerFacts(provider)} />
        <div>
          <Button icon="play" busy={isBusy} onClick={() => void run()}>
            Try {label}
          </Button>
        </div>
        <div role="status" className={layout.stack4}>
          {fault !== null && <Banner tone="error">{fault}</Banner>}
          {trial !== null && <TrialSteps of={issuer} steps={trial.steps} />}
        </div>
      </div>
    </Card>
  );
}

function providerFacts(provider: OpenidProviderSummary) {
  const { name, issuer, clientId, clientAuthentication, callback, scopes, claims, allowedDomains } = provider;
  const shown: [string, ReactNode][] = [
    ['Issuer', issuer],
    ['Client', `${clientId}, ${AUTHENTICATION[clientAuthentication]}`],
    [
      'Callback to register there',
      <span key="callback" className={styles.copied}>
        {callback}
        <CopyButton text={callback} label="Copy" of="the callback" />
      </span>,
    ],
    ['Scopes', scopes.join(', ')],
    ['Claims of a person', [claims.userName, claims.displayName, claims.email].join(', ')],
    ['Claims of groups', [claims.groups, claims.roles].filter((claim) => claim !== null).join(', ') || 'None are read'],
    ...(allowedDomains === null ? [] : [['Only addresses of', allowedDomains.join(', ')] as [string, ReactNode]]),
    ['First login', provider.provisioning ? 'Makes an account' : 'Waits for an administrator to link it'],
    ['Known here', <KnownHere key="known" provider={name} known={provider.known} />],
  ];
  return shown.map(([title, value]) => ({
    key: title,
    label: title,
    value: <span className={styles.value}>{value}</span>,
  }));
}
