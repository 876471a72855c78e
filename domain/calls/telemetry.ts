import { REPORT_MAX_BYTES } from '../values/constants.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Report = Type.Object({
  message: Type.String({ minLength: 1 }),
  exception: Type.String(),
  location: Type.String(),
});
const report = { public: true, kiosk: 'id', body: Report, bodyLimit: REPORT_MAX_BYTES } as const;

/** Error reports from browsers. */
export const eventLogCalls = calls({
  'POST /api/EventLog/LogError': { ...report, summary: 'Reports an error of a page' },
  'POST /api/EventLog/LogWarning': { ...report, summary: 'Reports a warning of a page' },
});

const PageView = Type.Object({ pageName: text(120), path: text(500), category: text(60) });
export type PageView = Static<typeof PageView>;

/** Counting of page views. No data about visitors is stored. */
export const viewCalls = calls({
  'POST /api/content/TrackPageView': {
    kiosk: 'id',
    summary: 'Counts a view of a page',
    public: true,
    body: PageView,
    bodyLimit: 2048,
  },
});
