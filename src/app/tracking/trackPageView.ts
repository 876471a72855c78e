import type { PageView } from '../../../domain/calls/telemetry.ts';

/** Tracks a view (POST /api/content/TrackPageView). A failure is only logged to the console. */
export function trackPageView(view: PageView): void {
  fetch('/api/content/TrackPageView', {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    priority: 'low',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(view),
  })
    .then((response) => {
      if (!response.ok) throw new Error(`The server answered with status ${response.status}`);
    })
    .catch((error: unknown) => console.error('Failed to track page view', error));
}
