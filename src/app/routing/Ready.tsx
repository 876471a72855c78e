import { useEffect } from 'react';

/**
 * Rendered beside the screen, inside its boundary, which is hydrated last: from then on the page is interactive. index.html
 * replays what was pressed before; styles may defer until then what is not visible yet.
 */
export function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event('site-ready'));
    document.documentElement.dataset['ready'] = '';
  }, []);
  return null;
}
