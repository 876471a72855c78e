import { releaseNotices } from '../../server/features/messages/release-notices.ts';
import type { Services } from '../../server/services.ts';

/** Sends what waits until changes can no longer be undone, as when that time has passed. */
export async function releaseHeld(services: Services): Promise<void> {
  await services.db.updateTable('heldNotices').set({ dueAt: services.clock.instant() }).execute();
  await releaseNotices(services);
}
