import { scrollTowards } from './autoScroll.ts';
import type { Surface } from './surface.ts';

interface Position {
  pointer: number;
  x: number;
  y: number;
}

/** The pointer of a gesture. It moves more often than frames are drawn, and at an edge frames follow without movements. */
export class FollowedPointer {
  readonly #surface: Surface;
  readonly #moved: (position: Position) => void;
  #position: Position | null = null;
  #frame = 0;

  constructor(surface: Surface, moved: (position: Position) => void) {
    this.#surface = surface;
    this.#moved = moved;
  }

  follows({ pointerId }: PointerEvent): boolean {
    return this.#position?.pointer === pointerId;
  }

  follow({ pointerId, clientX, clientY }: PointerEvent): void {
    this.#position = { pointer: pointerId, x: clientX, y: clientY };
  }

  leave(): void {
    this.#position = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** `moved` for what is now below it. */
  pointAgain(): void {
    if (this.#position !== null) this.#moved(this.#position);
  }

  /** The same in the next frame, and in further ones while the page scrolls. */
  pointInFrame(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#position === null) return;
      const hasScrolled = scrollTowards(this.#position.x, this.#position.y, this.#surface.scroller());
      if (hasScrolled) this.#surface.measure();
      this.pointAgain();
      if (hasScrolled) this.pointInFrame();
    });
  }
}
