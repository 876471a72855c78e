import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EnvironmentReader, SettingsPart } from '../settings.ts';
import { tls } from '../lazy-packages.ts';
import { withoutPasswords } from '../masked.ts';
import { isLoopback } from '../settings.ts';

declare module '../settings.ts' {
  interface Settings {
    /** null: mails stay in the outbox. */
    smtp: SmtpSettings | null;
    /** "Makeshop <makeshop@example.edu>" as its parts; null only without `smtp`. */
    mailFrom: MailAddress | null;
    mailReplyTo: MailAddress | null;
    /** Signs mails where the relay does not. */
    dkim: DkimSettings | null;
    /** null: mails come back to MAIL_FROM, if at all. */
    bounces: BounceSettings | null;
  }
}

export interface BounceSettings {
  /** In lower case. Its MX points to the listening process. */
  domain: string;
  /** null: another process listens. */
  listen: { host: string; port: number } | null;
  /** PEM. null: without STARTTLS. */
  tls: { cert: string; key: string } | null;
}

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (smtps:). */
  isImplicitTls: boolean;
  /** STARTTLS or nothing. Only a server on this machine is reached in plain text. */
  needsTls: boolean;
  user: string | null;
  password: string | null;
  /** PEM of authorities trusted in addition to the default ones. */
  ca: string | null;
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface DkimSettings {
  domain: string;
  selector: string;
  privateKey: string;
}

const VARIABLES = [
  'SMTP_URL',
  'SMTP_CA_FILE',
  'MAIL_FROM',
  'MAIL_REPLY_TO',
  'DKIM_DOMAIN',
  'DKIM_SELECTOR',
  'DKIM_KEY_FILE',
  'BOUNCE_DOMAIN',
  'BOUNCE_LISTEN',
  'BOUNCE_CERT_FILE',
  'BOUNCE_KEY_FILE',
];

export const mailSettings: SettingsPart = {
  variables: VARIABLES,
  read: (environment) => {
    const smtp = smtpSettings(environment);
    const mailFrom = mailAddress('MAIL_FROM', environment);
    if (smtp !== null && mailFrom === null && environment.text('MAIL_FROM') === null)
      environment.report('MAIL_FROM', 'set where SMTP_URL is: "Makeshop <makeshop@example.edu>"', '');
    const mailReplyTo = mailAddress('MAIL_REPLY_TO', environment);
    return { smtp, mailFrom, mailReplyTo, dkim: dkimSettings(environment), bounces: bounceSettings(environment) };
  },
};

function smtpSettings(environment: EnvironmentReader): SmtpSettings | null {
  const written = environment.text('SMTP_URL');
  if (written === null) return null;
  const url = URL.parse(written);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    environment.report(
      'SMTP_URL',
      'an address such as smtps://user:password@smtp.example.edu',
      withoutPasswords(written),
    );
    return null;
  }
  const isImplicitTls = url.protocol === 'smtps:';
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined)
    environment.report('SMTP_URL', 'written with %25 for each % of its user and password', withoutPasswords(written));
  const ca = fileText('SMTP_CA_FILE', environment);
  if (ca !== null && !isReadable(() => new X509Certificate(ca)))
    environment.report('SMTP_CA_FILE', 'certificates (PEM)', environment.text('SMTP_CA_FILE') ?? '');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicitTls ? 465 : 587) : Number(url.port),
    isImplicitTls,
    needsTls: !isImplicitTls && !isLoopback(url.hostname),
    user: user ?? null,
    password: password ?? null,
    ca,
  };
}

/** null: absent. undefined: unreadable. */
function decoded(part: string): string | null | undefined {
  if (part === '') return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function dkimSettings(environment: EnvironmentReader): DkimSettings | null {
  const { text, report } = environment;
  const [domain, selector] = [text('DKIM_DOMAIN'), text('DKIM_SELECTOR')];
  const privateKey = fileText('DKIM_KEY_FILE', environment);
  if (privateKey !== null && !isReadable(() => signingKey(privateKey)))
    report('DKIM_KEY_FILE', 'an RSA key of 1024 bits or more (PEM, without a passphrase)', text('DKIM_KEY_FILE') ?? '');
  if (domain !== null && selector !== null && privateKey !== null) return { domain, selector, privateKey };
  const missing = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'].filter((variable) => text(variable) === null);
  if (missing.length > 0 && missing.length < 3)
    report(missing.join(' and '), 'set too: a signature needs a domain, a selector and a key', '');
  return null;
}

function signingKey(pem: string): void {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 1024) throw new Error('no RSA key');
}

const DOMAIN = /^(?=.{1,190}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const LISTEN = /^(?:\[([0-9a-f:]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/i;

function bounceSettings(environment: EnvironmentReader): BounceSettings | null {
  const { text, report } = environment;
  const domain = text('BOUNCE_DOMAIN')?.toLowerCase() ?? null;
  const listening = text('BOUNCE_LISTEN');
  const certificate = bounceCertificateOf(environment);
  if (domain === null) {
    if (listening !== null) report('BOUNCE_DOMAIN', 'set where BOUNCE_LISTEN is, such as bounces.example.edu', '');
    return null;
  }
  if (!DOMAIN.test(domain)) report('BOUNCE_DOMAIN', 'a domain such as bounces.example.edu', domain);
  const [, ipv6, host, port] = LISTEN.exec(listening ?? '') ?? [];
  if (listening !== null && (port === undefined || Number(port) > 65_535))
    report('BOUNCE_LISTEN', 'an address with a port such as 0.0.0.0:25', listening);
  return {
    domain,
    listen: port === undefined ? null : { host: ipv6 ?? host ?? '', port: Number(port) },
    tls: certificate,
  };
}

function bounceCertificateOf(environment: EnvironmentReader): BounceSettings['tls'] {
  const { text, report } = environment;
  const [cert, key] = [fileText('BOUNCE_CERT_FILE', environment), fileText('BOUNCE_KEY_FILE', environment)];
  if ((text('BOUNCE_CERT_FILE') === null) !== (text('BOUNCE_KEY_FILE') === null))
    report('BOUNCE_CERT_FILE and BOUNCE_KEY_FILE', 'set both', '');
  if (cert === null || key === null) return null;
  if (!isReadable(() => tls().createSecureContext({ cert, key })))
    report('BOUNCE_KEY_FILE', 'the key of the certificate in BOUNCE_CERT_FILE (PEM)', text('BOUNCE_KEY_FILE') ?? '');
  return { cert, key };
}

const ADDRESS = /^(?:"?([^"<>\r\n]{0,120}?)"?\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/;

function mailAddress(variable: string, { text, report }: EnvironmentReader): MailAddress | null {
  const written = text(variable);
  if (written === null) return null;
  const match = ADDRESS.exec(written);
  const address = match?.[2] ?? match?.[3];
  if (address !== undefined) return { name: match?.[1]?.trim() ?? '', address };
  report(variable, 'an address such as "Makeshop <makeshop@example.edu>"', written);
  return null;
}

function fileText(variable: string, { text, report }: EnvironmentReader): string | null {
  const file = text(variable);
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    report(variable, 'a file that can be read', file);
    return null;
  }
}
