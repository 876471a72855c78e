/** Apart from browserApis.ts, which every page loads. */

/** The keyed hash; null where the browser does not hash. */
export async function hmacSha256(
  key: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, bytes));
}
