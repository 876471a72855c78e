/**
 * The screens that routes may name, besides "resource:..." for generated pages. Listed here for the check at start; src/main.tsx maps
 * each to its module, and the compiler keeps the two in step.
 */
export const SCREENS = [
  'portal:calendar',
  'portal:content',
  'portal:docs',
  'portal:draft',
  'portal:login',
  'portal:communication-settings',
  'portal:confirm-address',
  'portal:messages',
  'portal:my-data',
  'portal:upcoming-events',
  'portal:event-details',
  'portal:my-events',
  'portal:certificate',
  'portal:process',
  'portal:process-event',
  'portal:process-session',
  'portal:process-class',
  'portal:requests-navigate',
  'portal:request-form',
  'portal:my-requests',
  'portal:submission',
  'console:submissions',
  'console:manage-groups',
  'console:form-editor',
  'console:calendars',
  'console:calendar-manager',
  'console:content-manage',
  'console:content-editor',
  'console:report',
  'console:board',
  'console:jobs',
  'console:message-templates',
  'console:message-template',
  'console:identity',
  'console:debug',
] as const;

export type ScreenName = (typeof SCREENS)[number];
