import { useEffect } from 'react';

/**
 * Rendered after the screen within its Suspense boundary, so it hydrates last: from then on the page is interactive. index.html then
 * replays queued input events, and styles may defer off-screen content until then.
 */
export function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event('site-ready'));
    document.documentElement.dataset['ready'] = '';
  }, []);
  return null;
}
