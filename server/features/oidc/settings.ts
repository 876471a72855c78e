import type { OpenidProviderSummary } from '../../../domain/calls/logins.ts';
import { isLoopback, type EnvironmentReader, type SettingsPart } from '../../platform/settings.ts';
import { readProviderFile } from '../identity/provider-file.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    openidProviders: readonly OpenidProvider[];
  }
}

export interface OpenidProvider {
  /** Part of its addresses here; letters, digits and hyphens. */
  name: string;
  /** As people know it. */
  label: string;
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  clientAuthentication: 'basic' | 'post' | 'none';
  scopes: readonly string[];
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
  claims: ClaimNames;
  withoutGroups: 'unknown' | 'none';
  /** Null: everyone admitted by the provider. */
  allowedDomains: readonly string[] | null;
  provisioning: boolean;
  clockTolerance: number;
  /** Of a login that the provider cannot be asked about again. */
  sessionMinutes: number;
}

export type ClaimNames = OpenidProviderSummary['claims'];

type Written = Pick<OpenidProvider, 'name' | 'label' | 'issuer' | 'clientId'> &
  Partial<Omit<OpenidProvider, 'claims'>> & { claims?: Partial<ClaimNames> };

const FILE = 'OPENID_FILE';
const SECRETS = 'OPENID_SECRETS';

/** What the flow sets itself. */
const OWN_PARAMETERS = [
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
];
/** Issuers of Microsoft that stand for many organizations: anyone could make one of their own. */
const ANYONE = /^\/(common|organizations|consumers)(\/|$)/i;

const DECLARED = {
  file: FILE,
  secrets: SECRETS,
  meta: 'openid-providers',
  list: 'providers',
  one: 'provider',
  secret: 'secret',
} as const;

export const openidSettings: SettingsPart = {
  variables: [FILE, SECRETS],
  secrets: [SECRETS],
  read: (environment) => ({ openidProviders: readProviders(environment) }),
};

function readProviders(environment: EnvironmentReader): OpenidProvider[] {
  const declared = readProviderFile<Written>(environment, DECLARED);
  if (declared === null) return [];
  const { file, written, secrets } = declared;
  return written.map((one) => completed(one, secrets.get(one.name) ?? null, file, environment));
}

function completed(
  written: Written,
  clientSecret: string | null,
  file: string,
  environment: EnvironmentReader,
): OpenidProvider {
  const { name, label, issuer, clientId, clientAuthentication = 'basic', claims = {} } = written;
  const of = `of "${name}" in ${file}`;
  checkIssuer(issuer, of, environment);
  for (const parameter of Object.keys(written.parameters ?? {}).filter((key) => OWN_PARAMETERS.includes(key)))
    environment.report(`"parameters" ${of}`, 'without what the login sets itself', parameter);
  const isPublic = clientAuthentication === 'none';
  if (isPublic !== (clientSecret === null))
    environment.report(
      SECRETS,
      isPublic
        ? `without a secret ${of}, a public client`
        : `set with "${name}=secret"; a public client has "clientAuthentication": "none"`,
      '***',
    );
  return {
    name,
    label,
    issuer,
    clientId,
    clientSecret,
    clientAuthentication,
    scopes: [...new Set(['openid', ...(written.scopes ?? ['profile', 'email'])])],
    parameters: written.parameters ?? {},
    claims: {
      userName: claims.userName ?? 'preferred_username',
      displayName: claims.displayName ?? 'name',
      email: claims.email ?? 'email',
      studentId: claims.studentId ?? null,
      groups: claims.groups ?? null,
      roles: claims.roles ?? null,
    },
    withoutGroups: written.withoutGroups ?? 'unknown',
    allowedDomains: written.allowedDomains ?? null,
    provisioning: written.provisioning ?? true,
    clockTolerance: written.clockTolerance ?? 30,
    sessionMinutes: written.sessionMinutes ?? 60,
  };
}

function checkIssuer(issuer: string, of: string, { report }: EnvironmentReader): void {
  const url = URL.parse(issuer);
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(host));
  if (url === null || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    report(`"issuer" ${of}`, 'an https address such as https://login.example.edu/realms/campus', issuer);
  else if (url.hostname === 'login.microsoftonline.com' && ANYONE.test(url.pathname))
    report(`"issuer" ${of}`, 'the one of a single organization, with its tenant id', issuer);
}
