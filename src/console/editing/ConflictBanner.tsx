import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

interface ConflictBannerProps {
  /** "form" */
  noun: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  children: ReactNode;
}

/** Two people changed the same draft, whose changes cannot be merged: one of both versions continues. */
export function ConflictBanner({ noun, onTakeTheirs, onKeepMine, children }: ConflictBannerProps) {
  return (
    <Banner
      tone="warning"
      role="alert"
      title={`Someone else changed this ${noun}`}
      actions={
        <>
          <Button size="small" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button size="small" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  );
}
