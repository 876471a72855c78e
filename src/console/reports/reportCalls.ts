import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { Dimension, ReportAnswer, ReportFilter } from '../../../domain/declarations/reports.ts';
import { api } from '../../app/api.ts';
import type { Days } from './period.ts';

export interface ReportQuestion {
  report: string;
  by: Dimension;
  /** Null: the report has no period. */
  days: Days | null;
  filter: ReportFilter;
}

/** An answer with its question: while the next one is loading, it is still shown. */
export type Answered = ReportAnswer & { question: ReportQuestion };

/** Without a question nothing is loaded. */
export function useReportAnswer(question: ReportQuestion | null) {
  const path = question === null ? '' : reportPath(question);
  return useQuery({
    queryKey: [path],
    queryFn:
      question === null
        ? skipToken
        : async ({ signal }): Promise<Answered> => ({ ...(await api<ReportAnswer>(path, { signal })), question }),
    placeholderData: keepPreviousData,
  });
}

function reportPath({ report, by, days, filter }: ReportQuestion): string {
  const query = new URLSearchParams({ by: by.name, ...days });
  if (Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter));
  return `/api/reports/${encodeURIComponent(report)}?${query}`;
}
