import type { Tx } from '../../../platform/database.ts';
import type { CommandServices } from '../../../services.ts';
import { readInstance } from '../../sessions/instance.ts';
import { LockedSession, withLockedSession } from './locked-session.ts';

/** `withLockedSession` for several instances, in the order of `ids`, which is that of their locks: ascending. */
export function withLockedSessions<T>(
  services: CommandServices,
  tx: Tx,
  [next, ...rest]: readonly number[],
  work: (locked: LockedSession[]) => Promise<T>,
): Promise<T> {
  if (next === undefined) return work([]);
  return withLockedSession(services, tx, next, (locked) =>
    withLockedSessions(services, tx, rest, (others) => work([locked, ...others])),
  );
}

/** What decides about a session's tickets: of one that is not locked, for questions. */
export type SessionView = Pick<LockedSession, 'services' | 'tx' | 'instance' | 'now' | 'queue' | 'transition'>;

export async function viewSession(services: CommandServices, tx: Tx, instanceId: number): Promise<SessionView> {
  return new LockedSession(services, tx, await readInstance(services, tx, instanceId));
}
