import type { KioskLogin, KioskPerson, KioskTime } from '../../../domain/calls/kiosk.ts';
import { KIOSK_PATH } from '../../../domain/access/route-guard.ts';
import { GREETING_SECONDS, KIOSK_EXTENSIONS } from '../../../domain/values/constants.ts';
import { ApiError } from '../ApiError.ts';
import { responseProblem, send } from '../api.ts';
import { callApi } from '../callApi.ts';
import { createStore } from '../createStore.ts';
import { clearModals, showModal } from '../dialogs/modalQueue.ts';
import { ensureModel } from '../modelStore.ts';
import { queryClient } from '../queryClient.ts';
import { replaceWith } from '../routing/router.ts';
import { enterAccount } from '../session/session.ts';
import { postLogout, userCookieData } from '../session/sessionRequests.ts';
import { sessionStore, setLoggedIn, setLoggedOut } from '../sessionStore.ts';
import { forgetUnsaved } from '../unsaved.ts';
import { dismissToasts } from '../../ui/toasts.ts';

/** The person at this kiosk, beyond the session of every account. */
export const personStore = createStore<KioskPerson | null>(null);
/** The first name of a person who has just arrived. */
export const greetingStore = createStore<string | null>(null);
export const identifyingStore = createStore(false);

let greeting: ReturnType<typeof setTimeout> | undefined;

/** The screens that a swipe leaves open: the person signs up for what is shown. */
const STAYING = /^\/signup\//i;

export type Credentials = { buffCard: string } | { studentId: string };

/** What a reader has read. A new swipe takes over from the person before. */
export async function identifyByCard(text: string): Promise<void> {
  await identify({ buffCard: text });
}

let identifying: Credentials | null = null;
let next: Credentials | null = null;
let identification = Promise.resolve();

/** The latest person waits for the one who is being identified. */
export function identify(credentials: Credentials): Promise<void> {
  if (identifying === null) identification = identifyNow(credentials);
  else if (!isSame(credentials, identifying)) next = credentials;
  return identification;
}

/** Whether another person's session has begun. Identifying the next person ends that of the one before. */
export async function isTakenOver(): Promise<boolean> {
  await identification.catch(() => undefined);
  const user = await userCookieData().catch(() => null);
  return user !== null;
}

async function identifyNow(credentials: Credentials): Promise<void> {
  identifying = credentials;
  identifyingStore.set(true);
  try {
    const wasLoggedIn = sessionStore.get().isLoggedIn;
    const response = await send('/api/LoginKiosk', { method: 'POST', json: credentials });
    if (!response.ok) throw new ApiError(await responseProblem(response));
    await enter((await response.json()) as KioskLogin, wasLoggedIn);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showFailure(credentials, error.status, error.message);
  } finally {
    identifying = null;
    identifyingStore.set(false);
  }
  const waiting = next;
  next = null;
  if (waiting !== null) await identifyNow(waiting);
}

/** A form that is sent twice, or a card that is swiped again meanwhile. */
function isSame(one: Credentials, other: Credentials): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Of card and PIN: the person stays the same. */
export async function enterPin(pin: string): Promise<void> {
  const login = await callApi('POST /api/kiosk/pin', { body: { pin } });
  setPerson(login);
  await enterAccount(login);
}

async function enter(login: KioskLogin, wasLoggedIn: boolean): Promise<void> {
  if (wasLoggedIn) forgetPerson();
  setPerson(login);
  greet(login.firstName);
  const stays = !wasLoggedIn && STAYING.test(window.location.pathname);
  await enterAccount(login);
  if (!stays) await replaceWith(KIOSK_PATH);
}

/** After the page was loaded again, what the card opened stays open. Without an answer, the person swipes again. */
export async function restorePerson(): Promise<void> {
  const person = await callApi('GET /api/kiosk/person').catch(() => undefined);
  if (person !== undefined && personStore.get() === null && sessionStore.get().isLoggedIn) personStore.set(person);
}

function setPerson({ identifiedBy, hasPin }: KioskLogin): void {
  personStore.set({ identifiedBy, hasPin, extensionsLeft: KIOSK_EXTENSIONS });
}

function greet(firstName: string): void {
  clearTimeout(greeting);
  greetingStore.set(firstName === '' ? null : firstName);
  greeting = setTimeout(() => greetingStore.set(null), GREETING_SECONDS * 1000);
}

/** The specification's section 8. */
function showFailure(credentials: Credentials, status: number, message = ''): void {
  clearModals();
  const isCard = 'buffCard' in credentials;
  if (status !== 401)
    void showModal({ type: 'Error', header: 'Not logged in', message, autoClose: true, confirmButtonText: 'Ok' });
  else if (isCard)
    void showModal({
      type: 'Error',
      header: 'Card Read Error',
      message: 'Could not read your card. Please try again.',
      autoClose: true,
    });
  else
    void showModal({
      type: 'Error',
      header: 'Student ID Error',
      message: 'Could not find a student with that ID. Please try again.',
      autoClose: true,
    });
}

export async function stay(): Promise<void> {
  const { expirationTime, extensionsLeft }: KioskTime = await callApi('POST /api/kiosk/stay');
  const { userName, roles, hasPassword } = sessionStore.get();
  const person = personStore.get();
  if (person !== null) personStore.set({ ...person, extensionsLeft });
  setLoggedIn({ username: userName ?? '', roles: [...roles], expirationTime, isKiosk: true, hasPassword });
}

/** "I'm done", here and on the server. Also without a connection: the screen forgets the person, and the session soon ends. */
export async function endKioskSession(): Promise<void> {
  const ended = postLogout().catch(() => null);
  await leaveKioskSession();
  await ended;
}

/** The session has ended: nothing of the person stays on this screen. */
export async function leaveKioskSession(): Promise<void> {
  forgetPerson();
  setLoggedOut();
  await replaceWith(KIOSK_PATH);
  forgetData();
  await ensureModel();
}

function forgetPerson(): void {
  clearTimeout(greeting);
  greetingStore.set(null);
  personStore.set(null);
  forgetUnsaved();
  clearModals();
  dismissToasts();
  forgetData();
}

/** Answers to the person before. Pages that stay open read theirs again. */
function forgetData(): void {
  void queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  void queryClient.resetQueries();
  forgetStorage();
}

/** What survives a person: what the device is, and what it has not sent yet. Drafts and copies of pages do not. */
const OF_DEVICE = /^(device|theme|session|dismissed-banners|taps?\b.*|door-marks:.*)$/;

function forgetStorage(): void {
  try {
    for (const name of Object.keys(localStorage)) if (!OF_DEVICE.test(name)) localStorage.removeItem(name);
    sessionStorage.clear();
  } catch {
    // Blocked storage is empty.
  }
}
