import { takeLock } from '../../../platform/locks.ts';
import type { Needs } from '../../../services.ts';
import { BookingBusy, bookingKey } from './other-tickets.ts';

const ATTEMPTS = 4;

/**
 * Runs `work`, which locks people for the event of a session (`lockBookings`), again after the other sign-up of a busy
 * person has ended: by then it sees the resulting seat.
 */
export async function afterOtherBooking<T>(services: Needs<'engine'>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BookingBusy) || attempt === ATTEMPTS) throw error;
      await otherBookingEnds(services, error);
    }
}

async function otherBookingEnds({ engine }: Needs<'engine'>, { eventId, userId }: BookingBusy): Promise<void> {
  await engine.transaction((tx) => takeLock(tx, 'booking', bookingKey(eventId, userId)));
}
