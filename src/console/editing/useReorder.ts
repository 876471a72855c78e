import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { scrollerOf, useEdgeScroll } from './useEdgeScroll.ts';

export interface ReorderItem {
  /** Whether the drop indicator is shown before or after this item. */
  line: 'before' | 'after' | null;
  isDragged: boolean;
  item: { 'data-reorder': string; style?: CSSProperties };
  handle: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

interface Drag {
  key: string;
  list: HTMLElement;
  scroller: Element;
  startY: number;
  startScroll: number;
  y: number;
  scroll: number;
  isMoving: boolean;
  /** How far up (negative) and down the item can go within the list. */
  range: readonly [up: number, down: number];
}

/** Pixels that the pointer may move before a press becomes a drag. */
const DRAG_THRESHOLD = 4;

/** Reorders by handles or arrows. `onMove` receives the index without the item. Items must be stacked children of one element. */
export function useReorder(
  order: readonly string[],
  onMove: (key: string, place: number) => void,
): (key: string, index: number) => ReorderItem {
  const { drag, gap, heldRef, set } = useDrag(order);
  const drop = () => {
    const dragged = heldRef.current;
    set(null);
    if (!dragged?.isMoving) return;
    const place = dropIndex(dragged, order);
    if (place !== order.indexOf(dragged.key)) onMove(dragged.key, place);
  };
  const step = (key: string, by: number) => {
    const place = order.indexOf(key) + by;
    if (place >= 0 && place < order.length) onMove(key, place);
  };
  return (key, index) => {
    const isDragged = drag?.isMoving === true && drag.key === key;
    return {
      line: lineAt(gap, index, order.length),
      isDragged,
      item: {
        'data-reorder': key,
        ...(isDragged ? { style: { transform: `translateY(${shiftOf(drag)}px)`, zIndex: 2 } } : {}),
      },
      handle: {
        onPointerDown: (event) => {
          const pressed = pressedDrag(event, key);
          if (pressed) set(pressed);
        },
        onPointerMove: ({ clientY: y }) => {
          const { current } = heldRef;
          if (!current) return;
          set({ ...current, y, isMoving: current.isMoving || Math.abs(y - current.startY) > DRAG_THRESHOLD });
        },
        onPointerUp: drop,
        onPointerCancel: () => set(null),
        onKeyDown: (event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
          if (by === 0) return;
          event.preventDefault();
          step(key, by);
        },
      },
    };
  };
}

/** The current drag and the gap that it is over. Escape cancels it; the list scrolls at its edges. */
function useDrag(order: readonly string[]) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // Pointer events arrive faster than renders.
  const heldRef = useRef<Drag | null>(null);
  const [gap, setGap] = useState<number | null>(null);
  const isMoving = drag?.isMoving === true;
  const set = (next: Drag | null) => {
    heldRef.current = next;
    setDrag(next);
    setGap(next?.isMoving && dropIndex(next, order) !== order.indexOf(next.key) ? gapAt(next) : null);
  };
  useEdgeScroll(
    isMoving ? drag.scroller : null,
    () => heldRef.current?.y,
    () => heldRef.current && set({ ...heldRef.current, scroll: heldRef.current.scroller.scrollTop }),
  );
  useEscape(isMoving, () => set(null));
  return { drag, gap, heldRef, set };
}

function pressedDrag(event: PointerEvent<HTMLElement>, key: string): Drag | null {
  const list = event.currentTarget.closest('[data-reorder]')?.parentElement;
  if (event.button !== 0 || !list) return null;
  event.currentTarget.setPointerCapture(event.pointerId);
  const scroller = scrollerOf(list);
  const { clientY: y } = event;
  const { scrollTop: scroll } = scroller;
  return { key, list, scroller, startY: y, startScroll: scroll, y, scroll, isMoving: false, range: rangeIn(list, key) };
}

function lineAt(gap: number | null, index: number, count: number): ReorderItem['line'] {
  if (gap === index) return 'before';
  return gap === count && index === count - 1 ? 'after' : null;
}

function dropIndex(dragged: Drag, order: readonly string[]): number {
  const gap = gapAt(dragged);
  return gap > order.indexOf(dragged.key) ? gap - 1 : gap;
}

/** The dragged item's offset from its place. Limited to the list, because beyond its end it would extend the scrolling area. */
function shiftOf({ y, startY, scroll, startScroll, range: [up, down] }: Drag): number {
  return Math.min(down, Math.max(up, y - startY + scroll - startScroll));
}

function rangeIn(list: HTMLElement, key: string): Drag['range'] {
  const items = listElements(list);
  const dragged = items.find((item) => item.dataset['reorder'] === key);
  const [first, last] = [items[0], items.at(-1)];
  if (!dragged || !first || !last) return [0, 0];
  const bottomOf = ({ offsetTop, offsetHeight }: HTMLElement) => offsetTop + offsetHeight;
  return [first.offsetTop - dragged.offsetTop, bottomOf(last) - bottomOf(dragged)];
}

function listElements(list: HTMLElement): HTMLElement[] {
  return [...list.children].filter(
    (item): item is HTMLElement => item instanceof HTMLElement && item.dataset['reorder'] !== undefined,
  );
}

/** The gap at the pointer, relative to the middle of each item; the dragged item counts at its original place. */
function gapAt({ list, key, y, startY }: Drag): number {
  const items = listElements(list);
  const middles = items.map((item) => {
    const { top, height } = item.getBoundingClientRect();
    const moved = item.dataset['reorder'] === key ? new DOMMatrix(getComputedStyle(item).transform).m42 : 0;
    return top + height / 2 - moved;
  });
  return y === startY
    ? items.findIndex((item) => item.dataset['reorder'] === key)
    : middles.filter((middle) => middle < y).length;
}

function useEscape(isMoving: boolean, cancel: () => void): void {
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => {
    if (!isMoving) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isMoving]);
}
