import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

/** Above what the server could not be reached for anew; `title` says what is not current. */
export function OutdatedNotice({ title, onRetry }: { title: ReactNode; onRetry: () => void }) {
  return (
    <Banner
      tone="warning"
      title={title}
      actions={
        <Button size="small" icon="refresh-cw" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The server could not be reached, so this stays as it was last loaded. It is loaded by itself once the connection
      is back.
    </Banner>
  );
}
