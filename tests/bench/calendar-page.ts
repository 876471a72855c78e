/** Something that takes place within a day, in wall time of the bench's zone: "2026-09-14T10:15". */
export interface BenchEvent {
  id: string;
  title: string;
  start: string;
  end: string;
}

export interface Drawing {
  view: 'month' | 'week';
  events: readonly BenchEvent[];
  /** false: a month's days show what fits, and how many more there are. */
  all: boolean;
  movable: boolean;
}

/** A calendar that the bench's page draws. */
export interface BenchCalendar {
  draw: (root: HTMLElement, drawing: Drawing) => void;
  clear: (root: HTMLElement) => void;
  /** Selects each event's box, and nothing else. */
  box: string;
}

export interface Drawn {
  /** From the call that renders to the first task after the frame that shows everything. */
  milliseconds: number;
  boxes: number;
}

/** What the page offers to the bench. */
export interface BenchWindow {
  measure: (drawing: Drawing) => Promise<Drawn>;
  /** Where the pointer holds an event near the middle of the window. */
  held: () => { x: number; y: number } | null;
  /** Begins to note the work of each frame in which the pointer has moved: from its event to the first task after the frame. */
  watchFrames: () => void;
  frames: () => { work: number[]; intervals: number[] };
}

export const DATE = '2026-09-16';
export const ZONE = 'America/New_York';
/** Of every event: the clocks of the zone do not change in this month. */
export const OFFSET = '-04:00';
