import type { LdapDirectorySummary, OpenidProviderSummary } from '../../../../domain/calls/logins.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import type { LoginFact } from './LoginWayCard.tsx';
import styles from './identity.module.css';

const SECURITY: Record<LdapDirectorySummary['servers'][number]['security'], string> = {
  ldaps: 'TLS',
  starttls: 'STARTTLS',
  none: 'not encrypted',
};

export function directoryFacts(directory: LdapDirectorySummary): LoginFact[] {
  const { servers, bindDn, hasPassword, people, groups } = directory;
  return [
    ...servers.map(({ url, security, hasOwnAuthorities }, index): LoginFact => [
      servers.length === 1 ? 'Server' : `Server ${index + 1}`,
      `${url}, ${SECURITY[security]}${hasOwnAuthorities ? ', with its own certificate authorities' : ''}`,
    ]),
    ['Service account', bindDn === null ? 'None (anonymous search)' : bindDn],
    ...(bindDn === null ? [] : [['Service account password', hasPassword ? 'Set (not shown)' : 'Missing'] as const]),
    ['People', `${people.filter} below ${people.base}`],
    ['Attributes of people', [people.id, people.userName, people.displayName, people.email].join(', ')],
    ...(people.loginNames.length === 0 ? [] : [['Other login names', people.loginNames.join(', ')] as const]),
    [
      'Groups',
      groups === null ? 'Not read' : `${groups.filter} below ${groups.base}, by ${groups.member}, ${groups.mode}`,
    ],
  ];
}

const AUTHENTICATION: Record<OpenidProviderSummary['clientAuthentication'], string> = {
  basic: 'with a secret (not shown), by HTTP Basic',
  post: 'with a secret (not shown), in the request body',
  none: 'without a secret (public client)',
};

export function providerFacts(provider: OpenidProviderSummary): LoginFact[] {
  const { issuer, clientId, clientAuthentication, callback, scopes, claims, allowedDomains } = provider;
  return [
    ['Issuer', issuer],
    ['Client', `${clientId}, ${AUTHENTICATION[clientAuthentication]}`],
    [
      'Callback URL to register',
      <span key="callback" className={styles.copied}>
        {callback}
        <CopyButton text={callback} label="Copy" of="the callback URL" />
      </span>,
    ],
    ['Scopes', scopes.join(', ')],
    ['User claims', [claims.userName, claims.displayName, claims.email].join(', ')],
    ['Group claims', [claims.groups, claims.roles].filter((claim) => claim !== null).join(', ') || 'Not read'],
    ...(allowedDomains === null ? [] : [['Allowed email domains', allowedDomains.join(', ')] as const]),
  ];
}
