import { ErrorState } from './ErrorState.tsx';

export interface NotLoadedProps {
  onRetry: () => void;
}

export function PartNotLoaded({ onRetry }: NotLoadedProps) {
  return (
    <ErrorState title="This part of the page could not be loaded" onRetry={onRetry}>
      The server could not be reached. What you entered is kept, and this is loaded by itself once the connection is
      back.
    </ErrorState>
  );
}
