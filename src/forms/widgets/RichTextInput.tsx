import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { WidgetProps } from '../widgetProps.ts';

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

/** The editor is heavy and few forms have one: it comes when it is shown. */
export function RichTextInput(props: WidgetProps) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}
