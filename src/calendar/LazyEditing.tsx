import { useSyncExternalStore } from 'react';
import { CodeBoundary } from '../ui/CodeBoundary.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import type { Edits } from './gestures/edits.ts';
import type { EditingProps } from './gestures/Editing.tsx';
import type { CalendarItem } from './layout/types.ts';

const LoadedEditing = lazyComponent<EditingProps>(
  async () => (await import('./gestures/Editing.tsx')).Editing,
  // Until it is there, the calendar can be read.
  () => null,
);

/** What changes time, loaded in browsers where there is something to change. */
export function Editing(props: EditingProps) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    isInBrowser && (
      <CodeBoundary>
        <LoadedEditing {...props} />
      </CodeBoundary>
    )
  );
}

/** The items with what has been changed of them since they were given. */
export function useEditedItems(edits: Edits | null, given: readonly CalendarItem[]): readonly CalendarItem[] {
  return useSyncExternalStore(
    edits?.subscribe ?? never,
    () => edits?.shown(given) ?? given,
    () => given,
  );
}

/** A subscription to what does not change. */
const never = () => () => {};
