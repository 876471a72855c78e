import type { CalendarEvent } from '../../../domain/calls/places.ts';
import { zoneName } from '../../../domain/values/zoned-time.ts';
import { showModal } from '../../app/dialogs/modalQueue.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { foreignZoneName } from '../../ui/viewerZone.ts';
import { momentText } from '../sessions/localTimeText.ts';

const SessionSeats = lazyComponent(
  async () => (await import('../sessions/SessionSeats.tsx')).SessionSeats,
  () => null,
);

/**
 * What a visitor may know of an event, with the way to its sign-up. Times name their date unless it is `date`, and their zone for a
 * viewer whose clock differs from that of the place.
 */
export function showEvent(event: CalendarEvent, date: string | null, timezone: string): void {
  const isForeign = foreignZoneName(timezone, Date.parse(event.start)) !== null;
  const timeText = (instant: string) =>
    `${momentText(instant, date)}${isForeign ? ` ${zoneName(timezone, Date.parse(instant))}` : ''}`;
  void showModal({
    type: 'Information',
    header: event.title,
    message: [
      ['Event Title', event.title],
      ['Start Time', timeText(event.start)],
      ['End Time', timeText(event.end)],
      ['Location', event.place],
      ['Description', event.description.trim() === '' ? 'No description' : event.description],
    ],
    ...(event.kind === 'event'
      ? {
          content: (close) => (
            <CodeBoundary>
              <SessionSeats id={event.id} onLeave={() => close('Confirm')} />
            </CodeBoundary>
          ),
        }
      : {}),
  });
}
