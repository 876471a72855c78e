/** As browserApis.ts, for pages behind a login: public pages do not load these. */

/** The SHA-256 digest; null where the browser does not hash. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return subtle === undefined ? null : new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/** The camera at the back of a phone; whichever there is elsewhere. Rejects with a DOMException that names the cause. */
export function cameraStream(): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return Promise.reject(new DOMException('', 'SecurityError'));
  return devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } });
}

/** Keeps the screen on until the result is called, where the browser can do that. */
export function keepScreenOn(): () => void {
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  const taken = wakeLock?.request('screen').catch(() => null);
  return () => void taken?.then((lock) => lock?.release());
}
