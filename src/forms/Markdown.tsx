import type { ReactNode } from 'react';

/** In place of the Markdown that RJSF would bring for descriptions (vite.config.ts): those of our schemas are plain text. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
