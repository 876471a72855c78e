import { useEffect } from 'react';

/**
 * Stands beside what a page shows, inside the screen's boundary, which is taken over after all around it: from then on the page
 * answers. index.html keeps what was pressed before; styles may put off until then what nobody sees yet.
 */
export function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event('site-ready'));
    document.documentElement.dataset['ready'] = '';
  }, []);
  return null;
}
