import type * as accounts from './accounts.ts';
import type * as announcements from './announcements.ts';
import type * as classes from './classes.ts';
import type * as content from './content.ts';
import type * as conversations from './conversations.ts';
import type * as debug from './debug.ts';
import type * as door from './door.ts';
import type * as files from './files.ts';
import type * as forms from './forms.ts';
import type * as links from './links.ts';
import type * as logins from './logins.ts';
import type * as mails from './mails.ts';
import type * as messages from './messages.ts';
import type * as pages from './pages.ts';
import type * as places from './places.ts';
import type * as reports from './reports.ts';
import type * as requests from './requests.ts';
import type * as rows from './rows.ts';
import type * as scheduling from './scheduling.ts';
import type * as settings from './settings.ts';
import type * as signUp from './sign-up.ts';
import type * as telemetry from './telemetry.ts';
import type * as templates from './templates.ts';

type Declared<Module> = Module[keyof Module & `${string}Calls`];
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Calls) => void
  ? Calls
  : never;

/** Every declared call. The browser imports this type, never the declarations' code. */
export type AllCalls = All<
  | Declared<typeof accounts>
  | Declared<typeof announcements>
  | Declared<typeof classes>
  | Declared<typeof content>
  | Declared<typeof conversations>
  | Declared<typeof debug>
  | Declared<typeof door>
  | Declared<typeof files>
  | Declared<typeof forms>
  | Declared<typeof links>
  | Declared<typeof logins>
  | Declared<typeof mails>
  | Declared<typeof messages>
  | Declared<typeof pages>
  | Declared<typeof places>
  | Declared<typeof reports>
  | Declared<typeof requests>
  | Declared<typeof rows>
  | Declared<typeof scheduling>
  | Declared<typeof settings>
  | Declared<typeof signUp>
  | Declared<typeof telemetry>
  | Declared<typeof templates>
>;
