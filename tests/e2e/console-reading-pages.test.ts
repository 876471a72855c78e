import { testPages } from './console-pages.ts';
import { useBrowser } from './support.ts';

useBrowser();
testPages('reading', { size: 'desktop', theme: 'light' });
