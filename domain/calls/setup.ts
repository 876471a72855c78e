import { calls } from './call.ts';
import { LoginResponse } from './accounts.ts';
import { Type, type Static } from './type.ts';

/** The guided setup, as far as it is done. */
const SetupState = Type.Object({
  /** Active places. */
  places: Type.Count,
  /** Those of them that have opening hours. */
  placesWithHours: Type.Count,
  /** There is a mail server. */
  sendsMail: Type.Boolean(),
  /** The caller's address, which gets the test; null without one. */
  address: Type.Nullable(Type.String()),
  /** The directories and providers that people log in with. */
  logins: Type.Array(Type.Object({ label: Type.String(), kind: Type.Enum(['directory', 'provider']) })),
  /** Whether people log in with a password kept here. */
  hasLocalLogin: Type.Boolean(),
  /** The caller's account has one. */
  hasSecondFactor: Type.Boolean(),
  /** Everyone who can do everything needs one. */
  requiresSecondFactor: Type.Boolean(),
  /** Accounts besides the caller's. */
  otherAccounts: Type.Count,
});
export type SetupState = Static<typeof SetupState>;

/** In the body, since addresses are logged. */
const SetupLink = Type.String({ minLength: 1, maxLength: 300 });

export const setupCalls = calls({
  'POST /api/setup/link': {
    summary: 'Checks the link that the first start prints; 410 if there is already an administrator',
    public: true,
    bodyLimit: 4 * 1024,
    body: Type.Object({ link: SetupLink }),
  },
  'POST /api/setup/administrator': {
    summary: 'Creates the first administrator by the link that the first start prints, and logs in',
    public: true,
    bodyLimit: 8 * 1024,
    body: Type.Object({
      link: SetupLink,
      username: Type.String({ minLength: 1, maxLength: 64 }),
      displayName: Type.String({ minLength: 1, maxLength: 120 }),
      email: Type.Nullable(Type.String({ format: 'email', maxLength: 254 })),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
    }),
    response: LoginResponse,
  },
  'GET /api/setup': {
    summary: 'Shows what is set up; 204 for callers without an open setup',
    public: true,
    response: SetupState,
    optional: true,
  },
  'POST /api/setup/testMail': { summary: 'Sends a test email to the first administrator' },
  'POST /api/setup/finish': { summary: 'Ends the guided setup permanently' },
});
