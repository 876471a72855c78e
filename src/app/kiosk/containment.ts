import { matchRoute } from '../../../domain/access/match-route.ts';
import { showModal } from '../dialogs/modalQueue.ts';
import { modelStore } from '../modelStore.ts';
import { listenTo } from '../../ui/listenTo.ts';

/** Milliseconds between two runs of the specification's task that disables links. */
const LINKS = 500;
const DISABLED = 'kioskDisabled';

/** Whether the link stays within the pages that kiosks show. */
export function isKioskLink(link: HTMLAnchorElement): boolean {
  const href = link.getAttribute('href');
  if (href === null || link.target === '_blank' || link.hasAttribute('download')) return false;
  if (href.startsWith('#')) return true;
  const { origin, pathname } = new URL(href, window.location.href);
  if (origin !== window.location.origin) return false;
  return matchRoute(pathname, modelStore.get().model?.routes ?? [])?.route.kioskAllowed === true;
}

export function showCannotLeave(): void {
  void showModal({
    type: 'Error',
    header: 'Kiosk Mode',
    message: "Can't navigate away from this page in kiosk mode",
    confirmButtonText: 'Ok',
  });
}

/** What leads out of the kiosk, or away from its page, does nothing. Until the returned function is called. */
export function containPage(): () => void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.isContentEditable) return;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (isPlain && link.dataset[DISABLED] === undefined && isKioskLink(link)) return;
    stop(event);
    showCannotLeave();
  };
  const onWheel = (event: WheelEvent): void => {
    // Pinching a touchpad.
    if (event.ctrlKey) stop(event);
  };
  const onTouch = (event: TouchEvent): void => {
    if (event.touches.length > 1) stop(event);
  };
  const ends = [
    listenTo(document, { click: onClick, auxclick: onClick, contextmenu: stop, dragstart: stop }),
    listenActively(onWheel, onTouch),
    blockWindows(),
    disableLinks(),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Browsers take these listeners as passive on the document unless they say otherwise. */
function listenActively(onWheel: (event: WheelEvent) => void, onTouch: (event: TouchEvent) => void): () => void {
  const options = { capture: true, passive: false };
  document.addEventListener('wheel', onWheel, options);
  document.addEventListener('touchmove', onTouch, options);
  return () => {
    document.removeEventListener('wheel', onWheel, options);
    document.removeEventListener('touchmove', onTouch, options);
  };
}

function blockWindows(): () => void {
  const open = window.open;
  window.open = () => {
    showCannotLeave();
    return null;
  };
  return () => {
    window.open = open;
  };
}

/** Also for what opens links without a click: the keyboard, dragging, a screen reader's list of links. */
function disableLinks(): () => void {
  const run = (): void => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (isKioskLink(link)) continue;
      link.dataset[DISABLED] = link.getAttribute('href') ?? '';
      link.removeAttribute('href');
      link.removeAttribute('target');
      link.setAttribute('aria-disabled', 'true');
      // Without an address it would be no link for assistive technology.
      if (!link.hasAttribute('role')) link.setAttribute('role', 'link');
    }
  };
  run();
  const timer = setInterval(run, LINKS);
  return () => clearInterval(timer);
}
