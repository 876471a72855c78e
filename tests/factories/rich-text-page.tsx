import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RichText } from '../../src/ui/RichText.tsx';

declare global {
  interface Window { show: (html: string) => void }
}

/** A page that shows texts with markup as the portal does: window.show(html). */
const root = createRoot(document.body.appendChild(document.createElement('div')));
window.show = (html) => flushSync(() => root.render(<RichText html={html} />));
