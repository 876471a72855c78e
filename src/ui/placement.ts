import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom';

/** px between the panel and its anchor, and between the panel and the window's edges. */
const GAP = 6;
const EDGE = 12;

export interface PlacementOptions {
  /** Preferred; flipped where the other side has more room. */
  placement: Placement;
  /** As wide as its anchor. */
  isAsWide: boolean;
}

/**
 * Places a panel at its anchor, and again whenever either moves or changes its size. `--room` is the height in px that its style sheet
 * may use. Returns a function that stops it and takes the panel's place away.
 */
export function keepPlaced(
  anchor: HTMLElement,
  panel: HTMLElement,
  { placement, isAsWide }: PlacementOptions,
): () => void {
  const { style } = panel;
  const place = async (): Promise<void> => {
    const { scrollTop } = panel;
    // Its own height decides where it fits, not the one it was left with last time.
    style.removeProperty('--room');
    const { x, y } = await computePosition(anchor, panel, {
      strategy: 'fixed',
      placement,
      middleware: [
        offset(GAP),
        flip({ padding: EDGE, crossAxis: false }),
        shift({ padding: EDGE }),
        size({
          padding: EDGE,
          apply: ({ availableHeight, rects }) => {
            style.setProperty('--room', `${Math.max(0, availableHeight)}px`);
            if (isAsWide) style.width = `${rects.reference.width}px`;
          },
        }),
      ],
    });
    style.left = `${x}px`;
    style.top = `${y}px`;
    panel.scrollTop = scrollTop;
  };
  Object.assign(style, { position: 'fixed', inset: '0 auto auto 0' });
  void place();
  let frame = 0;
  // In a frame of its own: a change of size within the observer of sizes would be reported as a loop.
  const stop = autoUpdate(anchor, panel, () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => void place());
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
    panel.removeAttribute('style');
  };
}
