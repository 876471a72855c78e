import type { CalendarItem, CalendarProps } from '../layout/types.ts';
import type { CalendarModel } from '../model/useCalendarModel.ts';
import type { Effect, GestureContext, Preview } from './context.ts';
import { contextOf, focusedOf } from './calendarContext.ts';
import { FollowedPointer } from './followedPointer.ts';
import { HeldFocus } from './heldFocus.ts';
import { stepKey, type Carried, type KeyEffect, type Saying } from './keyMachine.ts';
import { localDays, type LocalDays } from './localDays.ts';
import { stepPointer } from './pointerMachine.ts';
import { AT_REST, ownsTouch, type PointerStep } from './pointerState.ts';
import { PreviewDrawing } from './previewDrawing.ts';
import { Surface } from './surface.ts';
import { GestureTimers } from './timers.ts';

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
  readonly #drawing: PreviewDrawing;
  readonly #focus: HeldFocus;
  readonly #followed: FollowedPointer;
  readonly #timers = new GestureTimers((timer) => this.#step({ type: 'timer', timer }));
  readonly #listening = new AbortController();
  #props: CalendarProps;
  #model: CalendarModel;
  #days: LocalDays;
  #pointer = AT_REST;
  #carried: Carried | null = null;
  #swallowsClick = false;

  constructor(
    { root, layer, carrier }: { root: HTMLElement; layer: HTMLElement; carrier: HTMLElement },
    host: GestureHost,
    props: CalendarProps,
    model: CalendarModel,
  ) {
    this.#root = root;
    this.#host = host;
    this.#focus = new HeldFocus(root, carrier);
    this.#surface = new Surface(root);
    this.#followed = new FollowedPointer(this.#surface, ({ pointer, x, y }) =>
      this.#step({ type: 'move', pointer, x, y, hit: this.#surface.at(x, y, this.#model.axis) }),
    );
    this.#drawing = new PreviewDrawing(root, this.#surface, layer);
    this.#props = props;
    this.#model = model;
    this.#days = localDays(props.zone);
    this.#listen();
  }

  update(props: CalendarProps, model: CalendarModel): void {
    if (props.zone !== this.#props.zone) this.#days = localDays(props.zone);
    this.#props = props;
    this.#model = model;
    const { phase } = this.#pointer.gesture;
    if (DRAGS.has(phase) || this.#drawing.isShown) {
      this.#surface.measure();
      this.#drawing.redraw(this.#drawn());
      if (DRAGS.has(phase)) this.#followed.pointInFrame();
    }
    this.#focus.restore({ isCarrying: this.#carried !== null, preventScroll: phase !== 'idle' });
  }

  close(): void {
    this.#step({ type: 'cancel' });
    this.#carried = null;
    this.#timers.stopAll();
    this.#followed.leave();
    this.#listening.abort();
    this.#drawing.remove();
  }

  elementOf(id: string): HTMLElement | null {
    return this.#focus.elementOf(id);
  }

  focusItem(id: string): void {
    this.#focus.hold(id);
  }

  focusBeside(id: string): void {
    this.#focus.holdBeside(id);
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
    window.addEventListener('pointercancel', (event) => this.#followed.follows(event) && cancel(), { signal });
    // The element that was touched loses it when the root takes it.
    const lose = (event: PointerEvent) => event.target === root && this.#followed.follows(event) && cancel();
    root.addEventListener('lostpointercapture', lose, { signal });
    window.addEventListener('blur', cancel, { signal });
    window.addEventListener('scroll', () => this.#hasScrolled(), { signal, capture: true, passive: true });
    window.addEventListener('resize', () => this.#hasScrolled(), { signal });
    root.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
    root.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    window.addEventListener('keydown', (event) => this.#escape(event), { signal, capture: true });
    root.addEventListener('touchmove', this.#touch, { signal, passive: false });
    window.addEventListener('focusin', ({ target }) => this.#focus.leave(target), { signal });
    const prevent = (event: Event) => this.#pointer.gesture.phase !== 'idle' && event.preventDefault();
    for (const name of ['selectstart', 'dragstart', 'contextmenu']) root.addEventListener(name, prevent, { signal });
  }

  #context(): GestureContext {
    return contextOf(this.#props, this.#model, this.#days);
  }

  #drawn() {
    return { props: this.#props, model: this.#model, days: this.#days };
  }

  #step(step: PointerStep): void {
    const { state, effects } = stepPointer(this.#pointer, step, this.#context());
    this.#pointer = state;
    for (const effect of effects) this.#perform(effect);
    if (state.gesture.phase === 'idle') this.#followed.leave();
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
        return this.#drawing.show(effect.preview, this.#drawn());
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
    this.#focus.drop();
    const target = event.target as Element;
    if (event.button !== 0 || event.ctrlKey || target.closest(APART) !== null) return;
    if (this.#carried !== null) this.#keyStep({ key: 'Escape', shift: false, alt: false, ctrl: false });
    this.#surface.measure();
    const hit = this.#surface.under(target, event.clientX, event.clientY, this.#model.axis);
    this.#focus.press(target);
    const touch = event.pointerType !== 'mouse';
    // It may be taken out of the document while it is dragged, and still gets the movements of the finger.
    if (touch && target instanceof HTMLElement) target.addEventListener('touchmove', this.#touch, { passive: false });
    this.#step({ type: 'down', pointer: event.pointerId, touch, x: event.clientX, y: event.clientY, hit });
    this.#followed.follow(event);
  }

  #move(event: PointerEvent): void {
    if (!this.#followed.follows(event)) return;
    this.#followed.follow(event);
    if (DRAGS.has(this.#pointer.gesture.phase)) this.#followed.pointInFrame();
    else this.#followed.pointAgain();
  }

  #release(event: PointerEvent): void {
    if (!this.#followed.follows(event)) return;
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const hit = this.#surface.under(target, event.clientX, event.clientY, this.#model.axis);
    this.#step({ type: 'up', pointer: event.pointerId, x: event.clientX, y: event.clientY, hit });
  }

  #hasScrolled(): void {
    if (!this.#drawing.isShown && this.#pointer.deleting === null) return;
    this.#surface.measure();
    this.#drawing.place(this.#drawn());
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
    if (carried !== null && this.#carried === null) this.#focus.press(target ?? null);
    this.#carried = carried;
    for (const effect of effects) {
      if (effect.do === 'preview') this.#surface.measure();
      this.#perform(effect);
    }
    return isHandled;
  }
}
