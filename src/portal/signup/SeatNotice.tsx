import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { SeatNoticesProps } from './SeatNotices.tsx';

const SeatNotices = lazyComponent(() => import('./SeatNotices.tsx').then((module) => module.default));

/** Nothing without seats. */
export function SeatNotice(props: SeatNoticesProps) {
  return (
    props.seats.length > 0 && (
      <CodeBoundary>
        <SeatNotices {...props} />
      </CodeBoundary>
    )
  );
}
