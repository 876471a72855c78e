import type { IconName } from '../../../domain/declarations/icons.ts';

/** From the broadest to the narrowest; the agenda is a list beside them. */
export const CALENDAR_VIEWS = ['years', 'year', 'month', 'week', 'day', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

export interface CalendarItem {
  /** Unique in a calendar: each occurrence of a series has its own. */
  id: string;
  title: string;
  /** An instant (ISO 8601 with offset or Z), or a calendar date when it lasts whole days. */
  start: string;
  /** The instant at which it ends, exclusive; or its last date, inclusive. */
  end: string;
  content?: string;
  /** What it is, in words: a state, a category, a kind of block. Shown or spoken with the title, so that nothing depends on color. */
  kind?: string;
  icon?: IconName;
  /** A color of the data ("#b85000"), drawn as a stripe and a tint that keep their contrast in both themes. */
  color?: string;
  /** Behind the others: hours, closures. Never dragged; still focusable and deletable. */
  background?: boolean;
  allDay?: boolean;
  /** Id of its column. */
  split?: string;
  /** How it repeats, in words; absent for what takes place once. */
  repeat?: string;
  /** What is wrong with it, in words: "Overlaps Laser cutter training". Drawn with an icon. */
  conflict?: string;
  /** Drawn struck through: cancelled. */
  cancelled?: boolean;
  /** Drawn with a dashed border: a draft, a hold. */
  tentative?: boolean;
  /** Default of all four: whether the calendar has the handler. Background items are neither dragged nor resized. */
  editable?: boolean;
  deletable?: boolean;
  resizable?: boolean;
  draggable?: boolean;
  /** Set by the widget while a change is on its way to the server: drawn as such, and spoken. */
  saving?: boolean;
}

/** A column of a day: a place. */
export interface CalendarSplit {
  id: string;
  label: string;
  detail?: string;
  hidden?: boolean;
}

export interface SpecialHoursBand {
  from: number;
  to: number;
  label: string;
  look: 'open' | 'closed' | 'special';
  split?: string;
}

/** Where something new is, or is moved to. Dates when it lasts whole days, else ISO instants in UTC. */
export interface CalendarSlot {
  start: string;
  end: string;
  allDay: boolean;
  split?: string;
}

export type Undo = () => Promise<void>;

/**
 * The writes of a calendar. Each resolves once the change is stored, with its undo; a rejection's message is shown and the item returns to
 * where it was. Each may ask first (a form, which occurrences of a series) and resolve with null when that is left without saving:
 * the item returns without a word.
 */
export interface CalendarWrites {
  create?: (slot: CalendarSlot) => Promise<Undo | null>;
  change?: (item: CalendarItem, to: CalendarSlot) => Promise<Undo | null>;
  remove?: (item: CalendarItem) => Promise<Undo | null>;
}

export interface CalendarPosition {
  view: CalendarView;
  date: string;
}

export interface CalendarOptions {
  /** Default: all, without the agenda. */
  views?: readonly CalendarView[];
  /** Minutes of wall time. Default: 0 and 1440. */
  timeFrom?: number;
  timeTo?: number;
  /** 1 for Monday to 7 for Sunday. */
  hideWeekdays?: readonly number[];
  eventsCountOnYearView?: boolean;
  /** Minutes to which dragging and creating round. Default: 15. */
  snapToTime?: number;
}

export interface CalendarProps extends CalendarOptions {
  /** Accessible name: "Calendar of Makeshop". */
  label: string;
  items: readonly CalendarItem[];
  /** IANA zone in which everything is shown. */
  zone: string;
  position: CalendarPosition;
  onPosition: (position: CalendarPosition) => void;
  /** The dates that a position can have: arrows and keys lead no further. */
  reach?: DateRange;
  /** Epoch milliseconds; null while unknown (document rendered on the server, hydration). */
  now: number | null;
  splits?: readonly CalendarSplit[];
  hoursOf?: (date: string) => readonly SpecialHoursBand[];
  onOpen?: (item: CalendarItem) => void;
  writes?: CalendarWrites;
  /** Number of events by month ("2026-11"), for year and years, whose items need not be loaded then. */
  counts?: Readonly<Record<string, number>>;
  /** The same by day ("2026-11-27"), for year. */
  dayCounts?: Readonly<Record<string, number>>;
  /** Whether the reader chose the view. Otherwise phones list week and month. */
  isViewChosen?: boolean;
  /** The items of this range are being loaded, or could not be. */
  isLoading?: boolean;
}

/** First and last date that a view shows: month includes the days of its neighbors. */
export interface DateRange {
  first: string;
  last: string;
}
