/** Node's codes of failed connections. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening at this address',
  ECONNRESET: 'the server has closed the connection',
  EPIPE: 'the server has closed the connection',
  UND_ERR_SOCKET: 'the server has closed the connection',
  ENOTFOUND: 'there is no host with this name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the server does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the server does not answer',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the authority of the certificate is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the authority of the certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of the certificate is unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for a different host',
};

/** Why a connection failed, as a sentence part; null for another code. */
export function networkFault(code: string): string | null {
  return Object.hasOwn(WORDS, code) ? (WORDS[code] ?? null) : null;
}
