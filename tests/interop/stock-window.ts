import type { DataProvider } from 'ra-core';
import type { Answers } from '../../domain/requests/request-form.ts';

/** The interface between the pages and the tests. */
export type StockWindow = Window & {
  dataProvider?: DataProvider;
  /** Renders the request form again with these answers. */
  draw?: (answers: Answers) => void;
  /** The outcome of the last submit: the fields that the stock form refused and its data, or the API's response. */
  outcome?: StockOutcome | null;
};

export type StockOutcome = { refused: string[]; data: Answers } | { status: number; body: unknown };
