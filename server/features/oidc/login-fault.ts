import type { LoginProblem } from '../../../domain/values/login-problems.ts';
import { networkFault } from '../../platform/network-fault.ts';
import { ProblemError } from '../../platform/problem.ts';
import { TooLong } from './bounded-fetch.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

export class LoginRefused extends Error {
  readonly problem: LoginProblem;

  constructor(problem: LoginProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * A sentence of ours for the person, and the cause for administrators. Neither repeats texts or tokens of the provider.
 */
export interface LoginFault {
  problem: LoginProblem;
  cause: string;
}

/** Of the identity feature, which admits people. */
const ADMISSION: Readonly<Record<string, LoginProblem>> = {
  'identity.no-account': 'unlinked',
  'identity.name-taken': 'taken',
  'identity.account-closed': 'closed',
};

/** Null for an error of this server. */
export function loginFaultOf(error: unknown): LoginFault | null {
  if (error instanceof LoginRefused) return { problem: error.problem, cause: error.message };
  if (error instanceof ProblemError) {
    const problem = ADMISSION[error.problem.code] ?? (error.problem.status === 401 ? 'closed' : undefined);
    return problem === undefined ? null : { problem, cause: error.problem.code };
  }
  if (error instanceof openidClient().AuthorizationResponseError) {
    if (error.error === 'access_denied') return { problem: 'cancelled', cause: 'access_denied' };
    const isDown = ['temporarily_unavailable', 'server_error'].includes(error.error);
    return { problem: isDown ? 'unreachable' : 'refused', cause: `The provider answered ${oauthCode(error.error)}.` };
  }
  if (error instanceof openidClient().ResponseBodyError)
    return {
      problem: error.status >= 500 ? 'unreachable' : 'refused',
      cause: `The provider answered ${error.status}, ${oauthCode(error.error)}.`,
    };
  if (error instanceof openidClient().WWWAuthenticateChallengeError)
    return { problem: 'refused', cause: `The provider answered ${error.status}.` };
  if (isUnreachable(error)) return { problem: 'unreachable', cause: loginFailureReason(error) };
  return error instanceof openidClient().ClientError ? { problem: 'refused', cause: loginFailureReason(error) } : null;
}

/** Whether the provider gave no answer that could be used, which says nothing about the person. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (
    error instanceof openidClient().ResponseBodyError ||
    error instanceof openidClient().WWWAuthenticateChallengeError
  )
    return error.status >= 500;
  if (!(error instanceof openidClient().ClientError)) return false;
  return (
    error.cause instanceof TooLong ||
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '') ||
    (error.cause instanceof Response && error.cause.status >= 500)
  );
}

/** Error codes of the library, as sentences for administrators. */
const REASONS: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'it took too long',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'it answers with an unexpected status',
  OAUTH_RESPONSE_IS_NOT_JSON: 'it answers with something other than JSON',
  OAUTH_PARSE_ERROR: 'its answer is not valid JSON',
  OAUTH_INVALID_RESPONSE: 'its answer is incomplete or invalid',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'its token is not valid yet or has expired: compare the clocks',
};

/** Why a request failed, without a full stop and without texts of the provider. */
export function loginFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const cause = error.cause instanceof Error ? error.cause : null;
  const code = cause !== null && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (cause instanceof TooLong) return cause.message;
  const words =
    networkFault(code) ?? (error instanceof openidClient().ClientError ? REASONS[error.code ?? ''] : undefined);
  const status = error.cause instanceof Response ? `, ${error.cause.status}` : '';
  const detail = cause !== null && cause.name.startsWith('Operation') ? `: ${cause.message}` : '';
  return `${words ?? error.message}${status}${detail}${code === '' ? '' : ` (${code})`}`.slice(0, 300);
}

/** An error code of OAuth; anything else is not repeated. */
function oauthCode(error: string): string {
  return /^[a-z_]{1,60}$/.test(error) ? error : 'with an error of its own';
}
