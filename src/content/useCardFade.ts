import { useEffect, type RefObject } from 'react';
import { CARD_FADE_INTERVAL } from '../../domain/values/constants.ts';
import { MEDIA } from '../../domain/values/media.ts';
import { cardFade } from './cardFade.ts';

/** On phones, fades pictures by how much of each card is in view. Disabled for users who prefer reduced motion. */
export function useCardFade(root: RefObject<HTMLElement | null>, mode: 'phone' | 'desktop' | undefined): void {
  useEffect(() => {
    const narrow = matchMedia(MEDIA['below-medium']);
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let isMoving = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const pictures = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[data-fades]') ?? [])];
    const fade = () => {
      const isPhone = mode === undefined ? narrow.matches : mode === 'phone';
      const isFading = isPhone && !still.matches;
      // All reads before all writes, so that there is a single layout.
      const fades = pictures().map((picture) => [picture, isFading ? fadeOf(picture) : null] as const);
      for (const [picture, value] of fades) {
        if (value === null) picture.style.removeProperty('--fade');
        else picture.style.setProperty('--fade', String(value));
      }
    };
    const tick = () => {
      fade();
      if (!isMoving) stop();
      isMoving = false;
    };
    const stop = () => {
      clearInterval(timer);
      timer = undefined;
    };
    const move = () => {
      isMoving = true;
      timer ??= setInterval(tick, CARD_FADE_INTERVAL);
    };
    fade();
    // The window or a preview's frame may scroll: scroll events do not bubble, but they can be captured.
    document.addEventListener('scroll', move, { capture: true, passive: true });
    window.addEventListener('resize', move);
    still.addEventListener('change', fade);
    return () => {
      stop();
      document.removeEventListener('scroll', move, { capture: true });
      window.removeEventListener('resize', move);
      still.removeEventListener('change', fade);
    };
  }, [root, mode]);
}

/** Measured on the card: the content of an off-screen card may not be laid out. */
function fadeOf(picture: HTMLElement): number {
  const card = picture.closest('article') ?? picture;
  const { top, bottom } = card.getBoundingClientRect();
  const view = visibleArea(card);
  return cardFade({ top, bottom }, view);
}

function visibleArea(element: HTMLElement): { top: number; bottom: number } {
  const view = { top: 0, bottom: window.innerHeight };
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
    if (parent.scrollHeight <= parent.clientHeight || !/auto|scroll/.test(getComputedStyle(parent).overflowY)) continue;
    const { top, bottom } = parent.getBoundingClientRect();
    view.top = Math.max(view.top, top);
    view.bottom = Math.min(view.bottom, bottom);
  }
  return view;
}
