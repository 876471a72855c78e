import type * as all from './all.ts';

export * from './accounts.ts';
export * from './announcements.ts';
export * from './classes.ts';
export * from './content.ts';
export * from './conversations.ts';
export * from './debug.ts';
export * from './door.ts';
export * from './files.ts';
export * from './forms.ts';
export * from './links.ts';
export * from './logins.ts';
export * from './mails.ts';
export * from './messages.ts';
export * from './pages.ts';
export * from './places.ts';
export * from './reports.ts';
export * from './requests.ts';
export * from './rows.ts';
export * from './scheduling.ts';
export * from './settings.ts';
export * from './sign-up.ts';
export * from './telemetry.ts';
export * from './templates.ts';

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Calls) => void
  ? Calls
  : never;

/** Every declared call. The browser imports this type, never the declarations' code. */
export type AllCalls = All<(typeof all)[keyof typeof all & `${string}Calls`]>;
