/** GET /api/UserCookieData (204 when nobody is logged in). */
export interface UserCookieData {
  roles: string[];
  /** ISO instant. */
  expirationTime: string;
  username: string;
  isKiosk: boolean;
  /** Whether a password of the account is kept here. Otherwise it is changed where the person logs in. */
  hasPassword: boolean;
}

/** POST /api/Login with a basic-authorization header and {username, password}. */
export interface LoginResponse extends UserCookieData {
  wasNotAbleToFullyLoad: boolean;
}

/** POST /api/Logout of a session that an identity provider has opened (204 for all others). */
export interface LogoutResponse {
  /** Where the provider ends its own session; it leads back here. */
  goOnAt: string;
}
