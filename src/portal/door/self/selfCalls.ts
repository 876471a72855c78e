import type { SelfCheckedIn, SelfCheckIn } from '../../../../domain/calls/door.ts';
import { api, send } from '../../../app/api.ts';

/** The API of domain/sessions/door-scan.ts for self check-in. All calls throw ApiError. */
export const SELF = '/api/events/self-check-in';

export function startSelfCheckIn(instanceId: number): Promise<void> {
  return api(SELF, { method: 'POST', json: { instanceId } });
}

/** Null where this browser is not switched to self check-in. */
export async function selfCheckIn(signal: AbortSignal): Promise<SelfCheckIn | null> {
  const response = await send(SELF, { signal });
  return response.ok ? ((await response.json()) as SelfCheckIn) : null;
}

export function checkInSelf(text: string): Promise<SelfCheckedIn> {
  return api(`${SELF}/scan`, { method: 'POST', json: { text } });
}

export function endSelfCheckIn(password: string): Promise<void> {
  return api(`${SELF}/end`, { method: 'POST', json: { password } });
}
