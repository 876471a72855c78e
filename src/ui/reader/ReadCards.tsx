import { useCardReader } from './useCardReader.ts';

/** Reads cards for as long as it is on the page. Its element says that the reader can be used, also to tests. */
export function ReadCards({ onRead }: { onRead: (text: string) => void }) {
  useCardReader({ onRead });
  return <span hidden data-card-reader />;
}
