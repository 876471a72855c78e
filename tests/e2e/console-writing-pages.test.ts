import { testPages } from './console-pages.ts';
import { useBrowser } from './support.ts';

useBrowser();
testPages('writing', { size: 'phone', theme: 'dark' });
