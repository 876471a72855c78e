/**
 * The screens that routes may name, besides "resource:..." for the generated pages. Here for the check at start; what each
 * loads is said in src/main.tsx, and the compiler holds the two together.
 */
export const SCREENS = [
  'portal:content',
  'portal:docs',
  'portal:login',
  'portal:requests-navigate',
  'portal:request-form',
  'portal:my-requests',
  'portal:submission',
  'console:submissions',
  'console:manage-groups',
  'console:form-editor',
  'console:content-manage',
  'console:content-editor',
  'console:page-views',
] as const;

export type ScreenName = (typeof SCREENS)[number];
