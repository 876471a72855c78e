import { takeLock } from '../../../platform/locks.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { BOOKING_BUSY, bookingKey } from '../admission/other-tickets.ts';

const ATTEMPTS = 4;

/**
 * Runs `work`, which locks the person for the session's event (`lockBookings`), again after the person's other sign-up has ended: by then
 * it sees the seat which that one gave.
 */
export async function afterOtherBooking<T>(
  services: Services,
  instanceId: number,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== BOOKING_BUSY || attempt === ATTEMPTS) throw error;
      await otherBookingEnds(services, instanceId, userId);
    }
}

/** Waits without holding any other lock. */
async function otherBookingEnds({ engine, db }: Services, instanceId: number, userId: number): Promise<void> {
  const { eventId } = await db
    .selectFrom('instances')
    .select('eventId')
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  await engine.transaction((tx) => takeLock(tx, 'booking', bookingKey(eventId, userId)));
}
