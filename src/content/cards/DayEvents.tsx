import { DAY_CARD } from '../../../domain/values/constants.ts';
import type { DayCalendarProps } from '../../calendar/DayCalendar.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export const LazyDayCalendar = lazyComponent(() =>
  import('../../calendar/DayCalendar.tsx').then(({ DayCalendar }) => DayCalendar),
);

/** The source of its code, which documents that show a day name. */
export const DAY_CALENDAR_SOURCE = 'src/calendar/DayCalendar.tsx';

/** A day's calendar: few pages show one, so its code is loaded when it is needed; a document has it drawn until then. */
export function DayEvents(props: DayCalendarProps) {
  return (
    <CodeBoundary fallback={<Skeleton height={DAY_CARD.height} />}>
      <LazyDayCalendar {...props} />
    </CodeBoundary>
  );
}
