import { useLayoutEffect, type RefObject } from 'react';
import type { PlacementOptions } from './placement.ts';

type Anchor = RefObject<HTMLElement | null>;

const loadPlacement = () => import('./placement.ts');

export const whenLikely = { onPointerEnter: loadAhead, onFocus: loadAhead };

function loadAhead(): void {
  loadPlacement().catch(() => undefined);
}

/**
 * Places an open panel at its anchor, within the window. Its code is no part of the page that has the button: until it is there, and
 * where it cannot be loaded, the panel stands where its style sheet puts it. One with a `popover` attribute is shown in the top layer.
 */
export function useFloating(
  isOpen: boolean,
  anchor: Anchor,
  panel: Anchor,
  { placement = 'bottom-start', isAsWide = false }: Partial<PlacementOptions> = {},
): void {
  useLayoutEffect(() => {
    const [reference, element] = [anchor.current, panel.current];
    if (!isOpen || reference === null || element === null) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    const show = (isShown: boolean) => {
      if (element.popover !== null && element.isConnected) element.togglePopover(isShown);
    };
    loadPlacement().then(
      ({ keepPlaced }) => {
        if (isOver) return;
        show(true);
        stop = keepPlaced(reference, element, { placement, isAsWide });
      },
      () => {
        if (!isOver) show(true);
      },
    );
    return () => {
      isOver = true;
      stop?.();
      show(false);
    };
  }, [isOpen, anchor, panel, placement, isAsWide]);
}
