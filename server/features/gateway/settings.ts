import { readFileSync } from 'node:fs';
import { isLoopback, type EnvironmentReader, type SettingsPart } from '../../platform/settings.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    /** null: no card payments. */
    stripe: StripeSettings | null;
  }
}

export interface StripeSettings {
  secretKey: string;
  /** Of the notifications. Several while a secret is being replaced. */
  webhookSecrets: readonly string[];
  /** A server of this machine that answers instead of Stripe. null: Stripe. */
  standIn: { host: string; port: number } | null;
}

const KEY = 'STRIPE_SECRET_KEY';
const SECRET = 'STRIPE_WEBHOOK_SECRET';
const HOST = 'STRIPE_HOST';

export const stripeSettings: SettingsPart = {
  variables: [KEY, `${KEY}_FILE`, SECRET, `${SECRET}_FILE`, HOST],
  secrets: [KEY, SECRET],
  read: (environment) => ({ stripe: readStripe(environment) }),
};

export function isLiveKey(secretKey: string): boolean {
  return secretKey.includes('_live_');
}

/** The variables that name a stand-in. */
export function stripeVariables(given: {
  secretKey: string;
  webhookSecret: string;
  host: string;
}): Record<string, string> {
  return { [KEY]: given.secretKey, [SECRET]: given.webhookSecret, [HOST]: given.host };
}

function readStripe(environment: EnvironmentReader): StripeSettings | null {
  const { text, report } = environment;
  const [secretKey, secrets] = [secretText(KEY, environment), secretText(SECRET, environment)];
  const standIn = readHost(environment);
  if (secretKey === null && secrets === null && text(HOST) === null) return null;
  if (secretKey === null || !/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    report(KEY, 'a secret key of Stripe, which starts with sk_ or rk_', secretKey === null ? '' : '***');
  else if (standIn !== null && isLiveKey(secretKey))
    report(HOST, `absent with a key for real payments in ${KEY}`, text(HOST) ?? '');
  const webhookSecrets = secrets?.split(/\s+/) ?? [];
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\S+$/.test(secret)))
    report(SECRET, 'the signing secret of the webhook, which starts with whsec_', secrets === null ? '' : '***');
  return { secretKey: secretKey ?? '', webhookSecrets, standIn };
}

function readHost({ text, report }: EnvironmentReader): StripeSettings['standIn'] {
  const written = text(HOST);
  if (written === null) return null;
  const url = URL.parse(written);
  if (url?.protocol === 'http:' && isLoopback(url.hostname) && url.port !== '' && url.pathname === '/')
    return { host: url.hostname, port: Number(url.port) };
  report(HOST, 'an address of this machine such as http://127.0.0.1:4242; it is for tests', written);
  return null;
}

/** The variable, or the content of the file that its sibling names. */
function secretText(variable: string, { text, report }: EnvironmentReader): string | null {
  const [value, file] = [text(variable), text(`${variable}_FILE`)];
  if (file === null) return value;
  if (value !== null) report(`${variable}_FILE`, `absent where ${variable} is set`, file);
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    report(`${variable}_FILE`, 'a file that can be read', file);
    return null;
  }
}
