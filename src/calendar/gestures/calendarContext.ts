import { instantAt } from '../layout/axis.ts';
import type { CalendarProps } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import type { Cell, GestureContext } from './context.ts';
import type { Focused } from './keyMachine.ts';
import type { LocalDays } from './localDays.ts';
import { allowedFor } from './permissions.ts';
import { NEW_START } from './slots.ts';

/** Minutes to which dragging and creating round. */
const SNAP = 15;

export function contextOf(props: CalendarProps, model: CalendarModel, days: LocalDays): GestureContext {
  const { items, writes, hoursOf, snapToTime = SNAP } = props;
  const { view, date, settings, splits, cells, isDisabled } = model;
  return {
    position: { view, date },
    days,
    snapToTime: Math.max(1, snapToTime),
    timeStep: settings.timeStep,
    splits,
    canCreate: writes?.create !== undefined,
    item: (id) => items.find((item) => item.id === id),
    allowed: (item) => allowedFor(item, writes, days),
    isOpen: (day) => !isDisabled(day),
    isShown: (day) => view === 'year' || view === 'years' || cells.includes(day),
    firstMinute: (day) => {
      const open = (hoursOf?.(day) ?? []).filter(({ look }) => look !== 'closed').map(({ from }) => from);
      return open.length === 0 ? NEW_START : Math.min(...open);
    },
  };
}

/** The item, day or time that has the focus. */
export function focusedOf(target: Element, { items }: CalendarProps, { axis }: CalendarModel): Focused {
  const id = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
  const item = id === undefined ? undefined : items.find((one) => one.id === id);
  if (item !== undefined) return { item };
  const element = target.matches('[data-day], [data-slot]') ? target.closest<HTMLElement>('[data-day]') : null;
  if (element === null) return {};
  const { day = '', area = '', split } = element.dataset;
  const at = target.getAttribute('data-slot');
  const instant = at === null ? null : instantAt(axis, day, Number(at));
  const cell: Cell = {
    day,
    area: AREAS[area] ?? 'broad',
    ...(split === undefined ? {} : { split }),
    ...(instant === null ? {} : { instant }),
  };
  return { cell };
}

/** In a list of days something new begins as in a month. */
const AREAS: Record<string, Cell['area']> = { time: 'time', 'all-day': 'all-day', month: 'month', agenda: 'month' };
