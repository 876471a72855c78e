import { useEffect } from 'react';

/** Hydrates last: then the page is interactive, index.html replays queued input events, and styles may defer off-screen content. */
export function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event('site-ready'));
    document.documentElement.dataset['ready'] = '';
  }, []);
  return null;
}
