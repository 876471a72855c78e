import type { ScreenName } from '../domain/screens.ts';

/** The source of each screen, as the manifest of the browser's build names it: documents name its files before the first script runs. */
export const screenSources: Readonly<Record<ScreenName | 'resource:*', string>> = {
  'portal:calendar': 'src/portal/calendar/CalendarScreen.tsx',
  'portal:content': 'src/portal/content/ContentScreen.tsx',
  'portal:docs': 'src/portal/docs/DocsScreen.tsx',
  'portal:draft': 'src/portal/content/DraftScreen.tsx',
  'portal:login': 'src/portal/login/LoginScreen.tsx',
  'portal:requests-navigate': 'src/portal/requests/navigate/RequestsNavigate.tsx',
  'portal:request-form': 'src/portal/requests/form/RequestFormPage.tsx',
  'portal:my-requests': 'src/portal/requests/list/MyRequests.tsx',
  'portal:submission': 'src/portal/requests/submission/SubmissionPage.tsx',
  'console:submissions': 'src/console/resources/submissions/SubmissionsScreen.tsx',
  'console:manage-groups': 'src/console/resources/forms/manage/ManageScreen.tsx',
  'console:form-editor': 'src/console/resources/forms/editor/EditorScreen.tsx',
  'console:calendars': 'src/console/resources/scheduling/CalendarsScreen.tsx',
  'console:calendar-manager': 'src/console/resources/scheduling/ManagerScreen.tsx',
  'console:content-manage': 'src/console/resources/content/manage/ManageScreen.tsx',
  'console:content-editor': 'src/console/resources/content/editor/EditorScreen.tsx',
  'console:page-views': 'src/console/resources/views/PageViewsScreen.tsx',
  'console:jobs': 'src/console/resources/jobs/JobsScreen.tsx',
  'resource:*': 'src/console/ConsoleScreen.tsx',
};
