import type { DataProvider } from 'ra-core';
import type { Answers } from '../../domain/request-form.ts';

/** What the pages leave for the tests. */
export type StockWindow = Window & {
  dataProvider?: DataProvider;
  /** Draws the request form anew with these answers. */
  draw?: (answers: Answers) => void;
  /** What the last press of Submit came to: the fields that the stock form refused and all it held, or what the API answered. */
  outcome?: StockOutcome | null;
};

export type StockOutcome = { refused: string[]; data: Answers } | { status: number; body: unknown };
