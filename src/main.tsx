import type { ScreenName } from '../domain/declarations/screens.ts';
import type { LoadScreen, ScreenModule } from './app/routing/screens.ts';
import { startApp } from './app/startApp.tsx';
import { resourcesQuery } from './app/model/resourcesQuery.ts';
import { queryClient } from './app/queryClient.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** With the resources in the cache, the screen does not suspend. */
async function withResources(loading: Promise<ScreenModule>): Promise<ScreenModule> {
  const [module] = await Promise.all([loading, queryClient.prefetchQuery(resourcesQuery)]);
  return module;
}

const screens: Readonly<Record<ScreenName | 'resource:*', LoadScreen>> = {
  'portal:calendar': () => import('./portal/calendar/CalendarScreen.tsx'),
  'portal:content': () => import('./portal/content/ContentScreen.tsx'),
  'portal:docs': () => import('./portal/docs/DocsScreen.tsx'),
  'portal:draft': () => import('./portal/content/DraftScreen.tsx'),
  'portal:login': () => import('./portal/login/LoginScreen.tsx'),
  'portal:communication-settings': () => import('./portal/messages/settings/CommunicationSettings.tsx'),
  'portal:confirm-address': () => import('./portal/messages/settings/ConfirmAddress.tsx'),
  'portal:messages': () => import('./portal/messages/MyMessages.tsx'),
  'portal:my-data': () => import('./portal/account/MyData.tsx'),
  'portal:upcoming-events': () => import('./portal/signup/UpcomingScreen.tsx'),
  'portal:event-details': () => import('./portal/signup/DetailsScreen.tsx'),
  'portal:my-events': () => import('./portal/signup/MyEventsScreen.tsx'),
  'portal:certificate': () => import('./portal/signup/certificate/CertificateScreen.tsx'),
  'portal:process': () => import('./portal/door/ProcessScreen.tsx'),
  'portal:process-event': () => import('./portal/door/ProcessEventScreen.tsx'),
  'portal:process-session': () => import('./portal/door/ProcessSessionScreen.tsx'),
  'portal:process-class': () => import('./portal/byclass/ByClassScreen.tsx'),
  'portal:requests-navigate': () => import('./portal/requests/navigate/RequestsNavigate.tsx'),
  'portal:request-form': () => import('./portal/requests/form/RequestFormPage.tsx'),
  'portal:my-requests': () => import('./portal/requests/list/MyRequests.tsx'),
  'portal:submission': () => import('./portal/requests/submission/SubmissionPage.tsx'),
  'console:submissions': () => import('./console/resources/submissions/SubmissionsScreen.tsx'),
  'console:manage-groups': () => import('./console/resources/forms/manage/ManageScreen.tsx'),
  'console:form-editor': () => import('./console/resources/forms/editor/EditorScreen.tsx'),
  'console:calendars': () => import('./console/resources/scheduling/CalendarsScreen.tsx'),
  'console:calendar-manager': () => withResources(import('./console/resources/scheduling/ManagerScreen.tsx')),
  'console:content-manage': () => withResources(import('./console/resources/content/manage/ManageScreen.tsx')),
  'console:content-editor': () => withResources(import('./console/resources/content/editor/EditorScreen.tsx')),
  'console:report': () => withResources(import('./console/reports/ReportScreen.tsx')),
  'console:board': () => withResources(import('./console/boards/BoardScreen.tsx')),
  'console:jobs': () => import('./console/resources/jobs/JobsScreen.tsx'),
  'console:message-templates': () => import('./console/resources/messageTemplates/TemplatesScreen.tsx'),
  'console:message-template': () => import('./console/resources/messageTemplates/TemplateScreen.tsx'),
  'console:identity': () => import('./console/resources/identity/IdentityScreen.tsx'),
  'console:debug': () => import('./console/resources/debug/DebugScreen.tsx'),
  'resource:*': () => withResources(import('./console/ConsoleScreen.tsx')),
};

void startApp(root, screens);
