import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';

export interface OutdatedNoticeProps {
  /** Says what is not current. */
  title: ReactNode;
  /** When it was last loaded, in words; left out where it says so itself. */
  since?: string;
  onRetry: () => void;
  /** The reason. Default: the server could not be reached. */
  children?: ReactNode;
}

/** Above what could not be loaded again. */
export function OutdatedNotice({ title, since, onRetry, children }: OutdatedNoticeProps) {
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
      {children ?? (
        <>
          The server could not be reached. This is the last version loaded{since !== undefined && `, on ${since}`}. It
          loads automatically when the connection is back.
        </>
      )}
    </Banner>
  );
}
