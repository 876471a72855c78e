import { ResultCodeError } from 'ldapts';
import { TooSlow } from './connection.ts';

/** Codes of LDAP (RFC 4511, appendix A) and of Node, in words for those who configure. */
const RESULTS: Record<number, string> = {
  3: 'The server has reached its time limit.',
  4: 'The server has reached its size limit.',
  8: 'The server wants a stronger way to log in, most likely TLS.',
  11: 'The server has reached a limit that its administrator has set.',
  13: 'The server wants an encrypted connection: use ldaps:// or "tls": "starttls".',
  32: 'There is no such entry: check the base.',
  34: 'A name is not written as a name of LDAP: check the base and "bindDn".',
  49: 'The server does not accept the name and the password.',
  50: 'The account may not read this.',
  51: 'The server is busy.',
  52: 'The server is not available.',
  53: 'The server refuses this.',
};
const CODES: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address.',
  ECONNRESET: 'The server has cut the connection.',
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The name of the host cannot be looked up at the moment.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The server does not answer.',
  EPIPE: 'The server has cut the connection.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is signed by itself: name its authority in "caFile".',
  SELF_SIGNED_CERT_IN_CHAIN: 'The authority of the certificate is not known: name it in "caFile".',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The authority of the certificate is not known: name it in "caFile".',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The authority of the certificate is not known: name it in "caFile".',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host than this one.',
};

/** What went wrong, in a sentence. */
export function faultText(error: unknown): string {
  if (error instanceof TooSlow) return error.message;
  if (error instanceof ResultCodeError)
    return RESULTS[error.code] ?? `The server refuses it with code ${error.code} of LDAP.`;
  if (!(error instanceof Error)) return 'It failed for a reason that nobody has thought of.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = CODES[code];
  if (known !== undefined) return known;
  if (code.startsWith('ERR_SSL') || /SSL routines|wrong version number/i.test(error.message))
    return 'The server does not speak TLS there: check the address and "tls".';
  if (/time(?:d )?out/i.test(error.message)) return 'The server does not answer.';
  if (/connection (was )?closed|socket|before secure/i.test(error.message)) return 'The server has cut the connection.';
  const message = error.message.trim();
  return message.endsWith('.') ? message : `${message}.`;
}
