/**
 * The screens that routes can name, and their source files; "resource:..." is a generated page. The build loads each on demand
 * (scripts/screens.ts), and documents preload its files.
 */
export const SCREENS = {
  'portal:calendar': 'src/portal/calendar/CalendarScreen.tsx',
  'portal:center-view': 'src/portal/center/CenterScreen.tsx',
  'portal:content': 'src/portal/content/ContentScreen.tsx',
  'portal:docs': 'src/portal/docs/DocsScreen.tsx',
  'portal:draft': 'src/portal/content/DraftScreen.tsx',
  'portal:kiosk': 'src/portal/kiosk/KioskScreen.tsx',
  'portal:login': 'src/portal/login/LoginScreen.tsx',
  'portal:account-link': 'src/portal/login/AccountScreen.tsx',
  'portal:communication-settings': 'src/portal/messages/settings/CommunicationSettings.tsx',
  'portal:confirm-address': 'src/portal/messages/settings/ConfirmAddress.tsx',
  'portal:messages': 'src/portal/messages/MyMessages.tsx',
  'portal:my-data': 'src/portal/account/MyData.tsx',
  'portal:my-trainings': 'src/portal/account/MyTrainings.tsx',
  'portal:pay': 'src/portal/payments/pay/PayScreen.tsx',
  'portal:my-balances': 'src/portal/payments/MyBalances.tsx',
  'portal:my-receipts': 'src/portal/payments/MyReceipts.tsx',
  'portal:receipt': 'src/portal/payments/receipt/ReceiptScreen.tsx',
  'portal:store': 'src/portal/payments/store/StoreScreen.tsx',
  'portal:till': 'src/portal/till/TillScreen.tsx',
  'portal:till-report': 'src/portal/till/TillReportScreen.tsx',
  'portal:my-orders': 'src/portal/payments/orders/MyOrders.tsx',
  'portal:upcoming-events': 'src/portal/signup/UpcomingScreen.tsx',
  'portal:event-details': 'src/portal/signup/DetailsScreen.tsx',
  'portal:my-events': 'src/portal/signup/MyEventsScreen.tsx',
  'portal:certificate': 'src/portal/signup/certificate/CertificateScreen.tsx',
  'portal:tap-station': 'src/portal/tap/TapScreen.tsx',
  'portal:process': 'src/portal/door/ProcessScreen.tsx',
  'portal:process-event': 'src/portal/door/ProcessEventScreen.tsx',
  'portal:process-session': 'src/portal/door/ProcessSessionScreen.tsx',
  'portal:process-class': 'src/portal/byclass/ByClassScreen.tsx',
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
  'console:center-here': 'src/console/resources/centers/HereScreen.tsx',
  'console:content-editor': 'src/console/resources/content/editor/EditorScreen.tsx',
  'console:report': 'src/console/reports/ReportScreen.tsx',
  'console:board': 'src/console/boards/BoardScreen.tsx',
  'console:message-templates': 'src/console/resources/messageTemplates/TemplatesScreen.tsx',
  'console:message-template': 'src/console/resources/messageTemplates/TemplateScreen.tsx',
  'console:identity': 'src/console/resources/identity/IdentityScreen.tsx',
  'console:debug': 'src/console/resources/debug/DebugScreen.tsx',
  'resource:*': 'src/console/ConsoleScreen.tsx',
} as const;

export type ScreenName = keyof typeof SCREENS;

/** The screens whose documents the server renders. */
export const RENDERED_SCREENS = [
  'portal:calendar',
  'portal:center-view',
  'portal:content',
  'portal:upcoming-events',
  'portal:event-details',
  'portal:draft',
  'portal:docs',
  'portal:communication-settings',
  'portal:login',
  'portal:receipt',
] as const satisfies readonly ScreenName[];

export type RenderedScreenName = (typeof RENDERED_SCREENS)[number];
