import { networkFault } from '../../platform/network-fault.ts';
import { TooSlow } from './connection.ts';
import { ldapts } from '../../platform/lazy-packages.ts';

/** Result codes of LDAP (RFC 4511, appendix A), as sentences for administrators. */
const RESULTS: Record<number, string> = {
  3: 'The server has reached its time limit.',
  4: 'The server has reached its size limit.',
  8: 'The server requires a stronger login method, most likely TLS.',
  10: 'The server refers to another one, which is not queried: check the base, or name that server.',
  11: 'The server has reached a limit set by its administrator.',
  13: 'The server requires an encrypted connection: use ldaps:// or "tls": "starttls".',
  32: 'This entry does not exist, or this account cannot see it: check the base.',
  34: 'A name is not a valid LDAP name: check the base and "bindDn".',
  49: 'The server does not accept the name and the password.',
  50: 'The account is not allowed to read this.',
  51: 'The server is busy.',
  52: 'The server is not available.',
  53: 'The server refuses this.',
};
/** Of certificates whose authority could be named. */
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

export function faultText(error: unknown): string {
  if (error instanceof TooSlow) return error.message;
  if (error instanceof ldapts().ResultCodeError)
    return RESULTS[error.code] ?? `The server refuses it with LDAP code ${error.code}.`;
  if (!(error instanceof Error)) return 'It failed for an unknown reason.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = networkFault(code);
  if (known !== null)
    return `${known.charAt(0).toUpperCase()}${known.slice(1)}${UNKNOWN_AUTHORITY.has(code) ? ': name it in "caFile"' : ''}.`;
  if (code.startsWith('ERR_SSL') || /SSL routines|wrong version number/i.test(error.message))
    return 'The server does not support TLS at this address: check the address and "tls".';
  if (/time(?:d )?out/i.test(error.message)) return 'The server does not answer.';
  if (/connection (was )?closed|socket|before secure/i.test(error.message))
    return 'The server has closed the connection.';
  const message = error.message.trim();
  return message.endsWith('.') ? message : `${message}.`;
}
