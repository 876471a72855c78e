import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const UserCookieData = Type.Object({
  roles: Type.Array(Type.String()),
  expirationTime: Type.Instant,
  username: Type.String(),
  isKiosk: Type.Boolean(),
  /** Whether a password of the account is kept here. Otherwise it is changed where the person logs in. */
  hasPassword: Type.Boolean(),
  /** True where the account can do nothing before it has set up a second factor. */
  needsSecondFactor: Type.Optional(Type.Boolean()),
});
export type UserCookieData = Static<typeof UserCookieData>;

export const LoginResponse = Type.Object({
  ...UserCookieData.properties,
  wasNotAbleToFullyLoad: Type.Boolean(),
});
export type LoginResponse = Static<typeof LoginResponse>;

const LogoutResponse = Type.Object({
  /** Where the provider ends its own session; it leads back here. */
  goOnAt: Type.String(),
});
export type LogoutResponse = Static<typeof LogoutResponse>;

/**
 * Who can change it. self: the person, with the password of the account. directory: it follows the campus directory or identity provider
 * that made the account. staff: the account has no password here that the person could prove to be.
 */
const AddressKeeper = Type.Enum(['self', 'directory', 'staff']);
export type AddressKeeper = Static<typeof AddressKeeper>;

/** Of the mail with the link. kept: there is no mail server, so it stays in the outbox. */
const ConfirmingMail = Type.Enum(['waiting', 'sent', 'failed', 'kept']);
export type ConfirmingMail = Static<typeof ConfirmingMail>;

const AddressChange = Type.Object({
  address: Type.String(),
  endsAt: Type.Instant,
  hasEnded: Type.Boolean(),
  mail: ConfirmingMail,
});
export type AddressChange = Static<typeof AddressChange>;

const AddressState = Type.Object({
  /** null: none is known. Also one that staff or the directory have set counts as confirmed. */
  address: Type.Nullable(Type.String()),
  /** Mails to it come back, and are not sent anymore. */
  fails: Type.Boolean(),
  keeper: AddressKeeper,
  /** The one that waits for its confirmation. */
  change: Type.Nullable(AddressChange),
});
export type AddressState = Static<typeof AddressState>;

const AddressConfirmation = Type.Object({
  /** Whole for the person's own session alone. */
  address: Type.String(),
  /** Of the person. */
  name: Type.String(),
  isConfirmed: Type.Boolean(),
  /** Whose session the call has: no one's, that of the link's person, or another one's. */
  session: Type.Enum(['none', 'own', 'other']),
});
export type AddressConfirmation = Static<typeof AddressConfirmation>;

/** The longest password. */
const Password = Type.String({ minLength: 1, maxLength: 1024 });
/** Six digits of the authenticator app, or a recovery code. */
const Code = Type.String({ minLength: 1, maxLength: 40 });
const Link = Type.Object({ link: Type.String({ maxLength: 300 }) });
const PreferenceKey = Type.Object({ key: Type.String({ pattern: '^[A-Za-z0-9._:-]{1,120}$' }) });
const Preference = Type.Dictionary(Type.Unsafe());

export const accountCalls = calls({
  'POST /api/Login': {
    summary: 'Logs in, with basic authorization or with the body',
    public: true,
    // The longest name and password, with every character escaped in JSON.
    bodyLimit: 8 * 1024,
    body: Type.Nullable(
      Type.Partial(
        Type.Object({ username: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1024 }) }),
      ),
    ),
    response: LoginResponse,
  },
  'POST /api/Login/code': {
    summary: 'Finishes a login that was refused with account.code-needed, in the same browser',
    public: true,
    bodyLimit: 1024,
    body: Type.Object({ code: Code }),
    response: LoginResponse,
  },
  'POST /api/Logout': { kiosk: 'id', summary: 'Logs out', public: true, response: LogoutResponse, optional: true },
  'GET /api/UserCookieData': {
    summary: 'Shows whose session this is; 204 without one',
    public: true,
    response: UserCookieData,
    optional: true,
  },
  'GET /api/account/sessions': {
    summary: 'Lists the sessions of the account',
    response: Type.Array(
      Type.Object({
        id: Type.Id,
        createdAt: Type.Instant,
        expiresAt: Type.Instant,
        isKiosk: Type.Nullable(Type.Boolean()),
        ip: Type.Nullable(Type.String()),
        userAgent: Type.Nullable(Type.String()),
        current: Type.Boolean(),
      }),
    ),
  },
  'DELETE /api/account/sessions': {
    summary: 'Logs the account out everywhere: ends all of its sessions, including this one',
  },
  'DELETE /api/account/sessions/:id': { summary: 'Ends one of the sessions of the account' },
});

const PasswordLinkAccount = Type.Object({
  username: Type.String(),
  name: Type.String(),
  purpose: Type.Enum(['invitation', 'reset']),
  endsAt: Type.Instant,
});
export type PasswordLinkAccount = Static<typeof PasswordLinkAccount>;

/** In the body, since addresses are logged. */
const PasswordLink = Type.String({ minLength: 1, maxLength: 300 });

export const passwordCalls = calls({
  'POST /api/account/passwordRequest': {
    summary: 'Requests an email with a link that sets a new password; the answer is the same for unknown accounts',
    public: true,
    bodyLimit: 4 * 1024,
    body: Type.Object({ account: Type.String({ minLength: 1, maxLength: 254 }) }),
  },
  'POST /api/account/passwordLink/account': {
    summary: 'Shows whose password a link sets; changes nothing, because mail scanners open links',
    public: true,
    bodyLimit: 4 * 1024,
    body: Type.Object({ link: PasswordLink }),
    response: PasswordLinkAccount,
  },
  'POST /api/account/passwordLink': {
    summary: 'Sets the password with a link, once; all sessions of the account end',
    public: true,
    bodyLimit: 8 * 1024,
    body: Type.Object({ link: PasswordLink, newPassword: Password }),
  },
  'POST /api/account/password': {
    summary: "Changes the caller's password; the response is a new session, all others end",
    body: Type.Object({ currentPassword: Password, newPassword: Password }),
    response: LoginResponse,
  },
});

const SecondFactorState = Type.Object({
  /** Since when; null: there is none. */
  since: Type.Nullable(Type.Instant),
  /** Unused recovery codes. */
  codesLeft: Type.Count,
  /** A role of the account needs one. */
  isRequired: Type.Boolean(),
  /** The account logs in with a password. Otherwise the identity provider asks for its own second factor. */
  isPossible: Type.Boolean(),
});
export type SecondFactorState = Static<typeof SecondFactorState>;

const NewSecondFactor = Type.Object({
  /** For typing it into the app. */
  secret: Type.String(),
  /** For the QR code. */
  uri: Type.String(),
  /** Returned with the first code. It expires after some minutes. */
  enrollment: Type.String(),
});
export type NewSecondFactor = Static<typeof NewSecondFactor>;

/** Shown once. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
const Proof = Type.Object({ currentPassword: Password, code: Code });

export const secondFactorCalls = calls({
  'GET /api/account/secondFactor': {
    summary: 'Shows whether the account has a second factor',
    response: SecondFactorState,
  },
  'POST /api/account/secondFactor/start': {
    summary: 'Creates the secret for an authenticator app; nothing changes yet',
    body: Type.Object({ currentPassword: Password }),
    response: NewSecondFactor,
  },
  'POST /api/account/secondFactor': {
    summary: 'Turns the second factor on with the first code; all other sessions of the account end',
    body: Type.Object({ enrollment: Type.String({ maxLength: 600 }), code: Code }),
    response: RecoveryCodes,
  },
  'POST /api/account/secondFactor/codes': {
    summary: 'Replaces the recovery codes',
    body: Proof,
    response: RecoveryCodes,
  },
  'POST /api/account/secondFactor/off': { summary: 'Turns the second factor off', body: Proof },
});

export const addressCalls = calls({
  'GET /api/account/address': { summary: 'Shows the email address of the account', response: AddressState },
  'POST /api/account/address': {
    summary: 'Requests another email address and sends it a confirmation link',
    body: Type.Object({ address: Type.String({ format: 'email', maxLength: 254 }), currentPassword: Password }),
    response: AddressState,
  },
  'DELETE /api/account/address': {
    summary: 'Withdraws the request for another email address',
    response: AddressState,
  },
  'POST /api/account/address/mail': {
    summary: 'Sends the link that confirms an email address again',
    response: AddressState,
  },
  'GET /api/account/address/confirmation': {
    summary: 'Shows what the link in an email confirms; changes nothing, because mail scanners open links',
    public: true,
    query: Link,
    response: AddressConfirmation,
  },
  'POST /api/account/address/confirmation': {
    summary: 'Confirms an email address with the link in an email',
    public: true,
    query: Link,
    response: AddressConfirmation,
  },
});

export const preferenceCalls = calls({
  'GET /api/preferences/:key': {
    summary: 'Reads a preference of the account; {} until one is stored',
    params: PreferenceKey,
    response: Preference,
  },
  'PUT /api/preferences/:key': {
    summary: 'Stores a preference of the account',
    params: PreferenceKey,
    body: Preference,
    bodyLimit: 65_536,
    response: Preference,
  },
});

export const personalDataCalls = calls({
  'GET /api/myAccount/data': { summary: 'All data of the caller, as a ZIP', content: 'application/zip' },
});
