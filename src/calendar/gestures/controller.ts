import type { CalendarItem, CalendarProps } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import { scrollTowards } from './autoScroll.ts';
import type { Effect, GestureContext, Preview } from './context.ts';
import { contextOf, focusedOf } from './calendarContext.ts';
import { besideOf, elementOf } from './focusTargets.ts';
import { stepKey, type Carried, type KeyEffect, type Saying } from './keyMachine.ts';
import { localDays, type LocalDays } from './localDays.ts';
import { Overlay } from './overlay.ts';
import { AT_REST, ownsTouch, stepPointer, type PointerStep } from './pointerMachine.ts';
import { boxOf, Surface } from './surface.ts';
import { GestureTimers } from './timers.ts';
import { timesText } from './texts.ts';

/** What the gestures ask of the component around them. */
export interface GestureHost {
  change: (item: CalendarItem, slot: Preview['slot']) => void;
  create: (slot: Preview['slot']) => void;
  offerDelete: (item: string | null, takesFocus: boolean) => void;
  say: (saying: Saying) => void;
  undo: () => void;
  showKeys: () => void;
}

/** Things in which keys and pointers are their own. */
const APART = 'dialog, input, select, textarea, [contenteditable], [data-gestures-apart]';
const DRAGS = new Set(['moving', 'resizing', 'creating']);

/** Connects the pure machines with a drawn calendar: listeners on its root, timers, capture, focus, the overlay. */
export class GestureController {
  readonly #root: HTMLElement;
  readonly #host: GestureHost;
  readonly #surface: Surface;
  readonly #overlay: Overlay;
  readonly #carrier: HTMLElement;
  readonly #timers = new GestureTimers((timer) => this.#step({ type: 'timer', timer }));
  readonly #listening = new AbortController();
  #props: CalendarProps;
  #model: CalendarModel;
  #days: LocalDays;
  #pointer = AT_REST;
  #carried: Carried | null = null;
  #preview: Preview | null = null;
  #swallowsClick = false;
  #last: { pointer: number; x: number; y: number } | null = null;
  #frame = 0;
  #pressed: Element | null = null;
  #focus: (() => HTMLElement | null) | null = null;

  constructor(
    { root, layer, carrier }: { root: HTMLElement; layer: HTMLElement; carrier: HTMLElement },
    host: GestureHost,
    props: CalendarProps,
    model: CalendarModel,
  ) {
    this.#root = root;
    this.#host = host;
    this.#carrier = carrier;
    this.#surface = new Surface(root);
    this.#overlay = new Overlay(layer);
    this.#props = props;
    this.#model = model;
    this.#days = localDays(props.zone);
    this.#listen();
  }

  update(props: CalendarProps, model: CalendarModel): void {
    if (props.zone !== this.#props.zone) this.#days = localDays(props.zone);
    this.#props = props;
    this.#model = model;
    if (DRAGS.has(this.#pointer.gesture.phase) || this.#preview !== null) {
      this.#surface.measure();
      this.#draw(this.#preview, true);
      if (DRAGS.has(this.#pointer.gesture.phase)) this.#nextFrame();
    }
    // The focused element may have been drawn again elsewhere.
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active === this.#carrier;
    const wanted = isLost ? (this.#focus?.() ?? null) : null;
    if (wanted !== null) wanted.focus({ preventScroll: this.#pointer.gesture.phase !== 'idle' });
    else if (this.#carried !== null && isLost) this.#carrier.focus();
  }

  close(): void {
    this.#step({ type: 'cancel' });
    this.#carried = null;
    this.#timers.stopAll();
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#draw(null);
    this.#overlay.remove();
  }

  /** The element of an item: the one that was pressed, or its first. */
  elementOf(id: string): HTMLElement | null {
    return elementOf(this.#root, id, this.#pressed);
  }

  focusItem(id: string): void {
    this.#focus = () => this.elementOf(id);
  }

  focusBeside(id: string): void {
    this.#focus = besideOf(this.#root, id);
  }

  endDelete(): void {
    this.#step({ type: 'offer-delete', item: null });
  }

  #listen(): void {
    const { signal } = this.#listening;
    const root = this.#root;
    const cancel = () => this.#step({ type: 'cancel' });
    root.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    root.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', (event) => this.#release(event), { signal });
    window.addEventListener('pointercancel', (event) => this.#ifOwn(event, cancel), { signal });
    // The element that was touched loses it when the root takes it.
    const lose = (event: PointerEvent) => event.target === root && this.#ifOwn(event, cancel);
    root.addEventListener('lostpointercapture', lose, { signal });
    window.addEventListener('blur', cancel, { signal });
    window.addEventListener('scroll', () => this.#hasScrolled(), { signal, capture: true, passive: true });
    window.addEventListener('resize', () => this.#hasScrolled(), { signal });
    root.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
    root.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    window.addEventListener('keydown', (event) => this.#escape(event), { signal, capture: true });
    root.addEventListener('touchmove', this.#touch, { signal, passive: false });
    window.addEventListener('focusin', ({ target }) => this.#leaveFocus(target), { signal });
    const prevent = (event: Event) => this.#pointer.gesture.phase !== 'idle' && event.preventDefault();
    for (const name of ['selectstart', 'dragstart', 'contextmenu']) root.addEventListener(name, prevent, { signal });
  }

  #context(): GestureContext {
    return contextOf(this.#props, this.#model, this.#days);
  }

  #step(step: PointerStep): void {
    const { state, effects } = stepPointer(this.#pointer, step, this.#context());
    this.#pointer = state;
    for (const effect of effects) this.#perform(effect);
    if (state.gesture.phase === 'idle') {
      this.#last = null;
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    }
  }

  #perform(effect: KeyEffect | Effect): void {
    switch (effect.do) {
      case 'wait':
        return this.#timers.start(effect.timer, effect.for);
      case 'stop':
        return this.#timers.stop(effect.timer);
      case 'capture':
        return this.#capture(effect.pointer);
      case 'preview':
        return this.#draw(effect.preview);
      case 'offer-delete':
        if (effect.takesFocus && effect.item !== this.#pointer.deleting)
          return this.#step({ type: 'offer-delete', item: effect.item });
        return this.#host.offerDelete(effect.item, effect.takesFocus);
      case 'navigate':
        return this.#root.querySelector<HTMLElement>(`[data-navigate="${CSS.escape(effect.control)}"]`)?.click();
      case 'drill':
        return this.#drill(effect.day);
      case 'go':
        return this.#props.onPosition(effect.position);
      case 'swallow-click':
        this.#swallowsClick = true;
        return;
      case 'create':
        return this.#host.create(effect.slot);
      case 'change':
        return this.#change(effect.item, effect.slot);
      case 'say':
        return this.#host.say(effect.saying);
      case 'focus':
        this.focusItem(effect.item);
        return this.update(this.#props, this.#model);
      case 'undo':
        return this.#host.undo();
      case 'show-keys':
        return this.#host.showKeys();
    }
  }

  #drill(date: string): void {
    const { narrower, isDisabled } = this.#model;
    if (narrower !== null && !isDisabled(date)) this.#props.onPosition({ view: narrower, date });
  }

  #change(id: string, slot: Preview['slot']): void {
    const item = this.#props.items.find((one) => one.id === id);
    if (item === undefined) return;
    this.focusItem(id);
    this.#host.change(item, slot);
  }

  #capture(pointer: number): void {
    this.#surface.measure();
    // Throws for a pointer that has been released, and for events of tests.
    try {
      this.#root.setPointerCapture(pointer);
    } catch {
      return;
    }
  }

  #press(event: PointerEvent): void {
    this.#swallowsClick = false;
    this.#focus = null;
    const target = event.target as Element;
    if (event.button !== 0 || event.ctrlKey || target.closest(APART) !== null) return;
    if (this.#carried !== null) this.#keyStep({ key: 'Escape', shift: false, alt: false, ctrl: false });
    this.#surface.measure();
    const hit = this.#surface.under(target, event.clientX, event.clientY, this.#model.axis);
    this.#pressed = target;
    const touch = event.pointerType !== 'mouse';
    // It may be taken out of the document while it is dragged, and still gets the movements of the finger.
    if (touch && target instanceof HTMLElement) target.addEventListener('touchmove', this.#touch, { passive: false });
    this.#step({ type: 'down', pointer: event.pointerId, touch, x: event.clientX, y: event.clientY, hit });
    this.#last = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  #move({ pointerId, clientX, clientY }: PointerEvent): void {
    if (this.#last?.pointer !== pointerId) return;
    this.#last = { pointer: pointerId, x: clientX, y: clientY };
    if (DRAGS.has(this.#pointer.gesture.phase)) this.#nextFrame();
    else this.#pointAgain();
  }

  #release(event: PointerEvent): void {
    if (this.#last?.pointer !== event.pointerId) return;
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const hit = this.#surface.under(target, event.clientX, event.clientY, this.#model.axis);
    this.#step({ type: 'up', pointer: event.pointerId, x: event.clientX, y: event.clientY, hit });
  }

  #pointAgain(): void {
    if (this.#last === null) return;
    const { pointer, x, y } = this.#last;
    this.#step({ type: 'move', pointer, x, y, hit: this.#surface.at(x, y, this.#model.axis) });
  }

  #leaveFocus(target: EventTarget | null): void {
    if (target !== this.#carrier && target !== this.#focus?.()) this.#focus = null;
  }

  /** Movements come more often than frames. At an edge frames follow without movements. */
  #nextFrame(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#last === null) return;
      const hasScrolled = scrollTowards(this.#last.x, this.#last.y, this.#surface.scroller());
      if (hasScrolled) this.#surface.measure();
      this.#pointAgain();
      if (hasScrolled) this.#nextFrame();
    });
  }

  #ifOwn({ pointerId }: PointerEvent, act: () => void): void {
    if (this.#last?.pointer === pointerId) act();
  }

  #hasScrolled(): void {
    if (this.#preview === null && this.#pointer.deleting === null) return;
    this.#surface.measure();
    this.#draw();
    if (this.#pointer.deleting !== null) this.#host.offerDelete(this.#pointer.deleting, false);
  }

  #click(event: MouseEvent): void {
    // A click of the keyboard, or of code, belongs to no gesture.
    if (!this.#swallowsClick || event.detail === 0) return;
    this.#swallowsClick = false;
    event.preventDefault();
    event.stopPropagation();
  }

  readonly #touch = (event: TouchEvent): void => {
    if (ownsTouch(this.#pointer) && event.cancelable) event.preventDefault();
  };

  #escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || (this.#pointer.gesture.phase === 'idle' && this.#pointer.deleting === null)) return;
    event.preventDefault();
    event.stopPropagation();
    const { gesture, deleting } = this.#pointer;
    const item = deleting ?? (gesture.phase === 'moving' || gesture.phase === 'resizing' ? gesture.item : null);
    if (item !== null) this.focusItem(item);
    this.#step({ type: 'cancel' });
    this.update(this.#props, this.#model);
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (target.closest(APART) !== null || this.#pointer.gesture.phase !== 'idle' || event.defaultPrevented) return;
    if (['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) return;
    if (
      this.#carried === null &&
      !['?', 'z', 'Z'].includes(event.key) &&
      target.closest('button:not([data-item])') !== null
    )
      return;
    const { key, shiftKey: shift, altKey: alt } = event;
    const isHandled = this.#keyStep({ key, shift, alt, ctrl: event.ctrlKey || event.metaKey }, target);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #keyStep(press: Parameters<typeof stepKey>[1], target?: Element): boolean {
    const { carried, effects, isHandled } = stepKey(
      this.#carried,
      press,
      target === undefined ? {} : focusedOf(target, this.#props, this.#model),
      this.#context(),
    );
    if (carried !== null && this.#carried === null) this.#pressed = target ?? null;
    this.#carried = carried;
    for (const effect of effects) {
      if (effect.do === 'preview') this.#surface.measure();
      this.#perform(effect);
    }
    return isHandled;
  }

  #draw(preview: Preview | null = this.#preview, isRedrawn = false): void {
    // Between two drawings of the calendar the marked elements stay the same.
    if (isRedrawn || preview?.item !== this.#preview?.item) this.#overlay.mark(this.#root, preview?.item ?? null);
    this.#preview = preview;
    if (preview === null) return this.#overlay.clear();
    const boxes = this.#surface.boxesOf(preview.slot, this.#model.axis, this.#days);
    const splits = this.#props.splits ?? [];
    const text = timesText(preview.slot, { days: this.#days, splits });
    this.#overlay.draw(boxes, text, boxOf(this.#root));
  }
}
