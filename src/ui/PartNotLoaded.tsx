import { ErrorState } from './ErrorState.tsx';

export interface NotLoadedProps {
  onRetry: () => void;
}

export function PartNotLoaded({ onRetry }: NotLoadedProps) {
  return (
    <ErrorState title="This part of the page could not be loaded" onRetry={onRetry}>
      The server could not be reached. Your entries are kept, and this part loads automatically when the connection is
      back.
    </ErrorState>
  );
}
