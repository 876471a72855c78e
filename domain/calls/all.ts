import type { accountCalls, addressCalls, passwordCalls, personalDataCalls, preferenceCalls } from './accounts.ts';
import type { announcementCalls } from './announcements.ts';

/** Every declared call. The browser imports this type, never the declarations' code. */
import type { debugCalls } from './debug.ts';
import type { boardCalls, reportCalls } from './reports.ts';
import type { requestCalls } from './requests.ts';
import type { conversationCalls } from './conversations.ts';
import type { settingCalls } from './settings.ts';
import type { templateCalls } from './templates.ts';
import type { fileCalls, imageCalls, uploadCalls } from './files.ts';
import type { formCalls } from './forms.ts';
import type { doorCalls, doorMarkCalls, scanCalls } from './door.ts';
import type {
  certificateCalls,
  codeCalls,
  questionCalls,
  reminderCalls,
  sessionCalls,
  sessionFeedCalls,
  signUpCalls,
  termCalls,
} from './sign-up.ts';
import type { linkedChoiceCalls, messageCalls } from './messages.ts';
import type { classCalls, rosterCalls } from './classes.ts';
import type { siteCalls, searchCalls } from './content.ts';
import type { mailCalls } from './mails.ts';
import type { pageCalls, pageEditorCalls } from './pages.ts';
import type { placeCalls } from './places.ts';
import type { rowCalls, undoCalls } from './rows.ts';
import type { blockCalls, scheduleCalls, seriesCalls } from './scheduling.ts';
import type { draftLinkCalls, feedCalls, sessionLinkCalls } from './links.ts';
import type { identityCalls, ldapCalls, openidCalls } from './logins.ts';

export type AllCalls = typeof accountCalls &
  typeof boardCalls &
  typeof reportCalls &
  typeof addressCalls &
  typeof announcementCalls &
  typeof conversationCalls &
  typeof doorCalls &
  typeof doorMarkCalls &
  typeof scanCalls &
  typeof certificateCalls &
  typeof codeCalls &
  typeof questionCalls &
  typeof reminderCalls &
  typeof sessionCalls &
  typeof sessionFeedCalls &
  typeof signUpCalls &
  typeof termCalls &
  typeof linkedChoiceCalls &
  typeof messageCalls &
  typeof classCalls &
  typeof rosterCalls &
  typeof feedCalls &
  typeof sessionLinkCalls &
  typeof debugCalls &
  typeof fileCalls &
  typeof imageCalls &
  typeof formCalls &
  typeof requestCalls &
  typeof uploadCalls &
  typeof identityCalls &
  typeof ldapCalls &
  typeof openidCalls &
  typeof passwordCalls &
  typeof personalDataCalls &
  typeof preferenceCalls &
  typeof settingCalls &
  typeof templateCalls &
  typeof siteCalls &
  typeof searchCalls &
  typeof mailCalls &
  typeof draftLinkCalls &
  typeof pageCalls &
  typeof pageEditorCalls &
  typeof placeCalls &
  typeof rowCalls &
  typeof undoCalls &
  typeof blockCalls &
  typeof scheduleCalls &
  typeof seriesCalls;
