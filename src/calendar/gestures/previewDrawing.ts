import type { CalendarProps } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import type { Preview } from './context.ts';
import type { LocalDays } from './localDays.ts';
import { Overlay } from './overlay.ts';
import { boxOf, type Surface } from './surface.ts';
import { timesText } from './texts.ts';

interface Drawn {
  props: CalendarProps;
  model: CalendarModel;
  days: LocalDays;
}

/** Draws where an event would be after the gesture. */
export class PreviewDrawing {
  readonly #root: HTMLElement;
  readonly #surface: Surface;
  readonly #overlay: Overlay;
  #preview: Preview | null = null;

  constructor(root: HTMLElement, surface: Surface, layer: HTMLElement) {
    this.#root = root;
    this.#surface = surface;
    this.#overlay = new Overlay(layer);
  }

  get isShown(): boolean {
    return this.#preview !== null;
  }

  show(preview: Preview | null, drawn: Drawn): void {
    // Between two drawings of the calendar the marked elements stay the same.
    const isOther = preview?.item !== this.#preview?.item;
    this.#preview = preview;
    if (isOther) this.#mark();
    this.place(drawn);
  }

  /** After the calendar is drawn again. */
  redraw(drawn: Drawn): void {
    this.#mark();
    this.place(drawn);
  }

  /** After the page is scrolled: the same preview. */
  place({ props: { splits = [] }, model, days }: Drawn): void {
    if (this.#preview === null) return this.#overlay.clear();
    const { slot } = this.#preview;
    const boxes = this.#surface.boxesOf(slot, model.axis, days);
    this.#overlay.draw(boxes, timesText(slot, { days, splits }), boxOf(this.#root));
  }

  remove(): void {
    this.#preview = null;
    this.#mark();
    this.#overlay.remove();
  }

  #mark(): void {
    this.#overlay.mark(this.#root, this.#preview?.item ?? null);
  }
}
