import type { ReactNode } from 'react';

/** Replaces RJSF's Markdown renderer (vite.config.ts): descriptions in our schemas are plain text. */
export function Markdown({ children }: { children?: ReactNode }) {
  return <>{children}</>;
}
