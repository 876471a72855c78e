import type { ReportAnswer } from '../../../domain/calls/reports.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { Dimension, ReportFilter } from '../../../domain/declarations/reports.ts';
import { callApi } from '../../app/callApi.ts';
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
  return useQuery({
    queryKey: ['/api/reports', question],
    queryFn: question === null ? skipToken : ({ signal }): Promise<Answered> => load(question, signal),
    placeholderData: keepPreviousData,
  });
}

async function load(question: ReportQuestion, signal: AbortSignal): Promise<Answered> {
  const { report, by, days, filter } = question;
  const query = { by: by.name, ...days, ...(Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }) };
  return { ...(await callApi('GET /api/reports/:name', { params: { name: report }, query, signal })), question };
}
