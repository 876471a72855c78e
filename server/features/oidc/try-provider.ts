import type { Configuration } from 'openid-client';
import type { CheckOutcome, CheckResult } from '../../../domain/calls/debug.ts';
import type { TrialStep } from '../../../domain/calls/logins.ts';
import type { Clock } from '../../platform/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { endpointFaults, isEndpoint } from './endpoints.ts';
import { isUnreachable, loginFailureReason } from './login-fault.ts';
import { discover } from './provider-client.ts';
import type { OpenidProvider } from './settings.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

const ENDPOINTS = {
  authorization_endpoint: 'login',
  token_endpoint: 'tokens',
  jwks_uri: 'keys',
  userinfo_endpoint: 'userinfo',
  end_session_endpoint: 'logout',
} as const;
const TIMEOUT_MS = 5000;

/**
 * Asks the provider for everything that a login needs, without logging anyone in: its description, keys and clock, and
 * whether it accepts our client id, secret and callback address. Uses no cached state.
 */
export async function tryProvider(provider: OpenidProvider, callback: string, clock: Clock): Promise<TrialStep[]> {
  const steps: TrialStep[] = [];
  const add = (title: string, started: number, result: CheckResult): number =>
    steps.push({ title, ...result, ms: Math.round(performance.now() - started) });
  const step = async (title: string, work: () => CheckResult | Promise<CheckResult>): Promise<void> => {
    const started = performance.now();
    add(title, started, await work());
  };
  const started = performance.now();
  const configuration = await discover(provider).catch((error: unknown) => {
    add('Description', started, discoveryFault(provider, error));
    return null;
  });
  if (configuration === null) return steps;
  add('Description', started, passed(`${provider.issuer} describes itself.`));
  await step('Addresses', () => checkEndpoints(configuration));
  await step('Keys', () => checkKeys(configuration));
  await step('Security', () => checkProtection(configuration));
  await step('Clock', () => checkClock(provider, clock));
  await step('Client', () => checkClient(configuration, callback));
  await step('Scopes', () => checkScopes(configuration, provider));
  return steps;
}

export function summary(steps: readonly TrialStep[]): CheckResult {
  const worst = (['failed', 'attention'] as const).find((outcome) => steps.some((step) => step.outcome === outcome));
  const reported = worst === undefined ? steps : steps.filter(({ outcome }) => outcome === worst);
  const todo = reported.flatMap((step) => step.todo ?? []).join(' ');
  return {
    outcome: worst ?? 'passed',
    says: reported.map(({ title, says }) => `${title}: ${says}`).join(' '),
    ...(todo === '' ? {} : { todo }),
  };
}

function discoveryFault({ issuer }: OpenidProvider, error: unknown): CheckResult {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (isUnreachable(error))
    return failed(
      `${address} does not answer: ${loginFailureReason(error)}.`,
      'Check the address, the firewall and the certificate of the provider.',
    );
  const isOther = error instanceof Error && 'code' in error && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
  if (isOther)
    return failed(
      `${address} names a different issuer than ${issuer}.`,
      'Write the issuer exactly as the provider does, with or without the slash at its end.',
    );
  return failed(
    `${address} is not a description of an OpenID Connect provider: ${loginFailureReason(error)}.`,
    'Check the issuer: it is the part before /.well-known/openid-configuration.',
  );
}

function checkEndpoints(configuration: Configuration): CheckResult {
  const metadata = configuration.serverMetadata();
  const faults = endpointFaults(metadata);
  if (faults.length > 0) return failed(faults.join(' '));
  const found = Object.entries(ENDPOINTS).filter(([name]) => metadata[name] !== undefined);
  const says = `It names its addresses for ${found.map(([, label]) => label).join(', ')}.`;
  return metadata.end_session_endpoint === undefined
    ? passed(`${says} It has none for logout: people stay logged in there when they log out here.`)
    : passed(says);
}

async function checkKeys(configuration: Configuration): Promise<CheckResult> {
  const metadata = configuration.serverMetadata();
  const { jwks_uri: address } = metadata;
  if (!isEndpoint(metadata, address)) return failed('Without its keys no login can be verified.');
  try {
    const response = await boundedFetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const { keys } = (await response.json()) as { keys?: { kty?: string; use?: string }[] };
    const usable = (keys ?? []).filter(({ kty, use }) => ['RSA', 'EC', 'OKP'].includes(kty ?? '') && use !== 'enc');
    return usable.length > 0
      ? passed(`It has ${usable.length === 1 ? 'one key' : `${usable.length} keys`} to sign with.`)
      : failed('It has no key to sign with.');
  } catch (error) {
    return failed(`Its keys cannot be read: ${loginFailureReason(error)}.`);
  }
}

function checkProtection(configuration: Configuration): CheckResult {
  const { code_challenge_methods_supported: methods, authorization_response_iss_parameter_supported: namesItself } =
    configuration.serverMetadata();
  if (methods !== undefined && !methods.includes('S256')) return failed('It does not support PKCE with S256.');
  const notes = [
    methods === undefined ? 'It does not say whether it supports PKCE; most do.' : 'It supports PKCE.',
    ...(namesItself === true ? ['Its answers name the issuer.'] : []),
  ];
  return passed(notes.join(' '));
}

/** By the Date of an answer, which is exact to a second. */
async function checkClock({ issuer, clockTolerance }: OpenidProvider, clock: Clock): Promise<CheckResult> {
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await boundedFetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const theirs = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(theirs)) return { outcome: 'skipped', says: 'It does not send its time.' };
    const seconds = Math.round((theirs - clock.now()) / 1000);
    const says = `Its clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} ours.`;
    return Math.abs(seconds) <= Math.max(clockTolerance, 1)
      ? passed(says)
      : failed(says, `Only ${clockTolerance} s are tolerated: set the clocks, or "clockTolerance".`);
  } catch (error) {
    return failed(`It does not send its time: ${loginFailureReason(error)}.`);
  }
}

/** An invalid code is refused as such by a provider that knows us, and otherwise because we are unknown. */
async function checkClient(configuration: Configuration, callback: string): Promise<CheckResult> {
  const register = `The address to register there is ${callback}`;
  try {
    await openidClient().genericGrantRequest(configuration, 'authorization_code', {
      code: 'a-code-that-was-never-given',
      redirect_uri: callback,
      code_verifier: 'x'.repeat(43),
    });
    return { outcome: 'attention', says: 'It accepted a code that it never issued, so it does not check codes.' };
  } catch (error) {
    const code = error instanceof openidClient().ResponseBodyError ? error.error : null;
    if (code === 'invalid_grant') return passed(`It knows our client id and secret. ${register}.`);
    const isUnknown = error instanceof openidClient().WWWAuthenticateChallengeError && error.status === 401;
    if (isUnknown || code === 'invalid_client' || code === 'unauthorized_client')
      return failed(
        'It does not accept our client id or secret.',
        'Check "clientId", the secret in OPENID_SECRETS, and "clientAuthentication".',
      );
    if (code === null) return failed(`Its address for tokens does not work: ${loginFailureReason(error)}.`);
    return { outcome: 'attention', says: `It did not say whether it knows us. ${register}.` };
  }
}

function checkScopes(configuration: Configuration, { scopes }: OpenidProvider): CheckResult {
  const { scopes_supported: supported } = configuration.serverMetadata();
  const unknown = supported === undefined ? [] : scopes.filter((scope) => !supported.includes(scope));
  return unknown.length === 0
    ? passed(`Requested scopes: ${scopes.join(', ')}.`)
    : {
        outcome: 'attention',
        says: `It does not list ${unknown.join(', ')} among its scopes.`,
        todo: 'Check "scopes"; some providers list only a part of them.',
      };
}

function passed(says: string): CheckResult {
  return { outcome: 'passed', says };
}

function failed(says: string, todo?: string): CheckResult {
  const outcome: CheckOutcome = 'failed';
  return { outcome, says, ...(todo === undefined ? {} : { todo }) };
}
