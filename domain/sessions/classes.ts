/**
 * done: attended, or counted as done. signedUp: has a seat. waiting: on a waiting list. overdue: none of these, and the day is over.
 */
export const CELL_STATES = ['done', 'signedUp', 'waiting', 'missing', 'overdue'] as const;
export type CellState = (typeof CELL_STATES)[number];

export const MOST_CELLS = 1_000;
