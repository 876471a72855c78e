import '@fontsource-variable/inter';
import { inject } from 'vitest';
import '../../src/ui/tokens.css';
import '../../src/ui/fonts.css';
import '../../src/ui/base.css';
import { moveDate } from '../factories/move-date.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds that the page's clock is ahead of the machine's. */
    clockOffset: number;
  }
}

const offset = inject('clockOffset');
if (offset !== 0) moveDate(offset);
