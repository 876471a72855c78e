import { Suspense, type ComponentType } from 'react';
import { DAY_CARD } from '../../domain/constants.ts';
import type { DayCalendarProps } from '../calendar/DayCalendar.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const Loaded = lazyComponent(() => import('../calendar/DayCalendar.tsx').then(({ DayCalendar }) => DayCalendar));

let Provided: ComponentType<DayCalendarProps> | null = null;

/** On the server, which renders documents in one go. */
export function provideDayCalendar(component: ComponentType<DayCalendarProps>): void {
  Provided = component;
}

/** The source of its code, which documents that show a day name. */
export const DAY_CALENDAR_SOURCE = 'src/calendar/DayCalendar.tsx';

/** A day's calendar: few pages show one, so its code is loaded when it is needed; a document has it drawn until then. */
export function DayEvents(props: DayCalendarProps) {
  const Calendar = Provided ?? Loaded;
  return (
    <Suspense fallback={<Skeleton height={DAY_CARD.height} />}>
      <Calendar {...props} />
    </Suspense>
  );
}
