import styles from './Editing.module.css';
import type { Box } from './surface.ts';

/** Room for the label; to measure it would lay out the page at each movement. */
const LABEL_WIDTH = 200;

/** What a gesture moves, above the days. Only these few elements change while it moves. */
export class Overlay {
  readonly #layer: HTMLElement;
  readonly #label: HTMLElement;
  #boxes: HTMLElement[] = [];
  #marked: string | null = null;

  constructor(layer: HTMLElement) {
    this.#layer = layer;
    this.#label = this.#add(styles.label);
  }

  draw(boxes: readonly Box[], text: string, fallback: Box): void {
    const { left, top } = this.#layer.getBoundingClientRect();
    const seen = boxes.filter(({ width, height }) => width > 0 && height > 0);
    while (this.#boxes.length < seen.length) this.#boxes.push(this.#add(styles.ghost));
    for (const [index, element] of this.#boxes.entries()) {
      const box = seen[index];
      element.hidden = box === undefined;
      if (box === undefined) continue;
      element.style.transform = `translate(${box.left - left}px, ${box.top - top}px)`;
      const [width, height] = [`${box.width}px`, `${box.height}px`];
      if (element.style.width !== width) element.style.width = width;
      if (element.style.height !== height) element.style.height = height;
    }
    if (this.#label.textContent !== text) this.#label.textContent = text;
    this.#label.hidden = false;
    const first = seen[0] ?? { ...fallback, top: fallback.top + fallback.height };
    // Above what is moved, where the finger does not hide it.
    const above = Math.max(8, first.top - 30);
    const beside = Math.max(8, Math.min(first.left, window.innerWidth - LABEL_WIDTH));
    this.#label.style.transform = `translate(${beside - left}px, ${above - top}px)`;
  }

  mark(root: HTMLElement, item: string | null): void {
    const selector = item === null ? null : `[data-item="${CSS.escape(item)}"]`;
    if (item !== this.#marked)
      for (const element of root.querySelectorAll('[data-lifted]')) element.removeAttribute('data-lifted');
    this.#marked = item;
    if (selector === null) return;
    for (const element of root.querySelectorAll(`${selector}:not([data-lifted])`))
      element.setAttribute('data-lifted', '');
  }

  clear(): void {
    this.#label.hidden = true;
    this.#label.textContent = '';
    for (const element of this.#boxes) element.hidden = true;
  }

  remove(): void {
    for (const element of [this.#label, ...this.#boxes]) element.remove();
    this.#boxes = [];
  }

  #add(className: string | undefined): HTMLElement {
    const element = document.createElement('div');
    element.className = className ?? '';
    element.hidden = true;
    element.setAttribute('aria-hidden', 'true');
    this.#layer.append(element);
    return element;
  }
}
