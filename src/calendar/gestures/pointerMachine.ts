import { CALENDAR } from '../../../domain/values/constants.ts';
import type { CalendarItem } from '../layout/types.ts';
import type { Effect, GestureContext, GestureTimer, Preview } from './context.ts';
import {
  drawnBy,
  drawsToCreate,
  heldSlot,
  holdsToCreate,
  hoveredPart,
  canResize,
  movedBy,
  resizedBy,
  type Hit,
} from './pointed.ts';
import {
  AT_REST,
  type Movement,
  type Moving,
  type PointerState,
  type PointerStep,
  type Pressed,
} from './pointerState.ts';
import { drawnSlot, isAllDay, isSameSlot, slotOf, snapped } from './slots.ts';

/** Milliseconds until a finger that rests has taken what is below it; until then it scrolls. */
const LIFT = 500;
/** Pixels that a hand trembles. */
const TREMOR = 5;
const FINGER_TREMOR = 10;

interface Stepped {
  state: PointerState;
  effects: Effect[];
}

/** One step of whatever a pointer does. Pure: what is to be done comes back as effects. */
export function stepPointer(state: PointerState, step: PointerStep, context: GestureContext): Stepped {
  const { gesture } = state;
  switch (step.type) {
    case 'down':
      return press(state, step, context);
    case 'cancel':
      return cancel(state, context);
    case 'timer':
      return ring(state, step.timer, context);
    case 'offer-delete':
      return {
        state: { ...state, deleting: step.item },
        effects: [{ do: 'offer-delete', item: step.item, takesFocus: true }],
      };
    default:
      if (!('pointer' in gesture) || gesture.pointer !== step.pointer) return { state, effects: [] };
      return step.type === 'move' ? move(state, step, context) : release(state, step, context);
  }
}

function press(state: PointerState, step: PointerStep & { type: 'down' }, context: GestureContext): Stepped {
  const { pointer, touch, x, y, hit } = step;
  // A second finger: the page is zoomed.
  if (state.gesture.phase === 'pressed' && touch) return cancel(state, context);
  if (state.gesture.phase !== 'idle') return { state, effects: [] };
  const isElsewhere = state.deleting !== null && hit.item !== state.deleting;
  const effects: Effect[] = isElsewhere ? [HIDE_DELETE] : [];
  const deleting = isElsewhere ? null : state.deleting;
  const item = hit.item === undefined ? undefined : context.item(hit.item);
  if (item !== undefined && hit.handle === true && canResize(item, context)) {
    effects.push({ do: 'capture', pointer }, { do: 'swallow-click' });
    return { state: { deleting, gesture: { phase: 'resizing', pointer, item: item.id, to: null } }, effects };
  }
  const { holds, drags } = takesPart(hit, item, context);
  if (!holds && !drags) return { state: { ...state, deleting }, effects };
  if (holds) effects.push({ do: 'wait', timer: 'hold', for: CALENDAR.hold });
  if (touch && drags) effects.push({ do: 'wait', timer: 'lift', for: LIFT });
  return { state: { deleting, gesture: { phase: 'pressed', pointer, touch, x, y, hit, isLifted: !touch } }, effects };
}

/** What a press may become: by being held, and by being moved. */
function takesPart({ item: id, cell, control }: Hit, item: CalendarItem | undefined, context: GestureContext) {
  if (item !== undefined) {
    const { move: drags, remove: holds } = context.allowed(item);
    return { holds, drags };
  }
  const free = id === undefined && control === undefined ? cell : undefined;
  return { holds: holdsToCreate(free, context), drags: drawsToCreate(free, context) };
}

function move(state: PointerState, step: Movement, context: GestureContext): Stepped {
  const { gesture } = state;
  if (gesture.phase === 'pressed') return leave(state, gesture, step, context);
  if (gesture.phase === 'moving') return drag(state, gesture, step.hit, context);
  if (gesture.phase === 'resizing') {
    const item = context.item(gesture.item);
    if (item === undefined) return cancel(state, context);
    const to = resizedBy(item, step.hit.cell, context) ?? gesture.to;
    const effects: Effect[] = to === null ? [] : [draw({ kind: 'resize', item: item.id, slot: to })];
    return { state: { ...state, gesture: { ...gesture, to } }, effects };
  }
  if (gesture.phase === 'creating') {
    const to = drawnBy(gesture.cell, gesture.origin, step.hit.cell, context) ?? gesture.to;
    return { state: { ...state, gesture: { ...gesture, to } }, effects: [draw({ kind: 'create', slot: to })] };
  }
  return { state, effects: [] };
}

/** A pressed pointer that moves: it scrolls, takes an item, draws something new, or only trembles. */
function leave(state: PointerState, pressed: Pressed, step: Movement, context: GestureContext): Stepped {
  const { hit, pointer, touch } = pressed;
  const [across, down] = [Math.abs(step.x - pressed.x), Math.abs(step.y - pressed.y)];
  const travel = Math.max(across, down);
  if (travel <= (touch ? FINGER_TREMOR : TREMOR)) return { state, effects: [] };
  if (!pressed.isLifted) {
    if (travel <= CALENDAR.touchTravel) return { state, effects: STOP_PRESS };
    return {
      state: { ...state, gesture: { phase: 'spent', pointer } },
      effects: [...STOP_PRESS, { do: 'swallow-click' }],
    };
  }
  const item = hit.item === undefined ? undefined : context.item(hit.item);
  if (item !== undefined && context.allowed(item).move) {
    const effects: Effect[] = [...STOP_PRESS, { do: 'capture', pointer }, { do: 'swallow-click' }];
    if (state.deleting !== null) effects.push(HIDE_DELETE);
    const instant = isAllDay(item) ? undefined : hit.cell?.instant;
    const grab = instant === undefined ? 0 : Math.max(0, instant - Date.parse(item.start));
    const gesture: Moving = {
      phase: 'moving',
      pointer,
      item: item.id,
      grab,
      to: null,
      from: context.position,
      over: null,
    };
    const dragged = drag({ deleting: null, gesture }, gesture, step.hit, context);
    return { state: dragged.state, effects: [...effects, ...dragged.effects] };
  }
  const origin = item === undefined && drawsToCreate(hit.cell, context) ? hit.cell?.instant : undefined;
  if (hit.cell === undefined || origin === undefined) return { state, effects: STOP_PRESS };
  if (down < CALENDAR.createTravel) return { state, effects: [] };
  const at = snapped(origin, context.snapToTime, context.days);
  const to = drawnBy(hit.cell, at, step.hit.cell, context) ?? drawnSlot(at, at, hit.cell.split);
  return {
    state: { ...state, gesture: { phase: 'creating', pointer, cell: hit.cell, origin: at, to } },
    effects: [...STOP_PRESS, { do: 'capture', pointer }, { do: 'swallow-click' }, draw({ kind: 'create', slot: to })],
  };
}

function drag(state: PointerState, moving: Moving, hit: Hit, context: GestureContext): Stepped {
  const item = context.item(moving.item);
  if (item === undefined) return cancel(state, context);
  const to = movedBy(item, hit, moving.grab, context);
  const effects: Effect[] = [draw(to === null ? null : { kind: 'move', item: item.id, slot: to })];
  const over = hoveredPart(hit, context);
  if (over?.key !== moving.over?.key)
    effects.push(over === null ? { do: 'stop', timer: 'hover' } : { do: 'wait', timer: 'hover', for: over.for });
  return { state: { ...state, gesture: { ...moving, to, over } }, effects };
}

function release(state: PointerState, step: Movement, context: GestureContext): Stepped {
  const { phase } = state.gesture;
  if (phase === 'pressed' || phase === 'spent') {
    const ended = end(state);
    if (state.deleting === null || step.hit.item === state.deleting) return ended;
    return { state: AT_REST, effects: [...ended.effects, HIDE_DELETE] };
  }
  const moved = move(state, step, context);
  const { gesture } = moved.state;
  const { state: ended, effects } = end(moved.state);
  if (gesture.phase === 'creating') effects.push({ do: 'create', slot: gesture.to });
  if (gesture.phase !== 'moving' && gesture.phase !== 'resizing') return { state: ended, effects };
  const { to } = gesture;
  const item = context.item(gesture.item);
  const isAllowed =
    item !== undefined && (gesture.phase === 'moving' ? context.allowed(item).move : canResize(item, context));
  if (isAllowed && to !== null && !isSameSlot(to, slotOf(item, context.days)))
    effects.push({ do: 'change', item: item.id, slot: to });
  else if (gesture.phase === 'moving' && (to === null || !isAllowed)) effects.push(...wayBack(gesture, context));
  return { state: ended, effects };
}

/** Nothing has happened: the earlier view comes back, drawings and buttons go. */
function cancel(state: PointerState, context: GestureContext): Stepped {
  const { effects } = end(state);
  if (state.gesture.phase === 'moving') effects.push(...wayBack(state.gesture, context));
  if (state.deleting !== null) effects.push(HIDE_DELETE);
  return { state: AT_REST, effects };
}

function wayBack({ from }: Moving, { position }: GestureContext): Effect[] {
  return from.view === position.view && from.date === position.date ? [] : [{ do: 'go', position: from }];
}

function ring(state: PointerState, timer: GestureTimer, context: GestureContext): Stepped {
  const { gesture } = state;
  if (gesture.phase === 'moving' && timer === 'hover' && gesture.over !== null) {
    const { control, day, for: time } = gesture.over;
    if (control === undefined) return { state, effects: [{ do: 'drill', day }] };
    const effects: Effect[] = [{ do: 'navigate', control }];
    if (control === 'previous' || control === 'next') effects.push({ do: 'wait', timer, for: time });
    return { state, effects };
  }
  if (gesture.phase !== 'pressed') return { state, effects: [] };
  if (timer === 'lift') return lift(state, gesture, context);
  return timer === 'hold' ? hold(state, gesture, context) : { state, effects: [] };
}

/** A finger has rested: what is below it follows now. */
function lift(state: PointerState, pressed: Pressed, context: GestureContext): Stepped {
  const { item: id, cell } = pressed.hit;
  const item = id === undefined ? undefined : context.item(id);
  const effects: Effect[] = [];
  if (item !== undefined) effects.push(draw({ kind: 'move', item: item.id, slot: slotOf(item, context.days) }));
  else if (cell?.instant !== undefined) {
    const at = snapped(cell.instant, context.snapToTime, context.days);
    effects.push(draw({ kind: 'create', slot: drawnSlot(at, at, cell.split) }));
  }
  return { state: { ...state, gesture: { ...pressed, isLifted: true } }, effects };
}

function hold(state: PointerState, pressed: Pressed, context: GestureContext): Stepped {
  const { hit, pointer } = pressed;
  const item = hit.item === undefined ? undefined : context.item(hit.item);
  if (!takesPart(hit, item, context).holds) return { state, effects: [] };
  // It may still be dragged, which hides the button.
  if (item !== undefined)
    return {
      state: { ...state, deleting: item.id },
      effects: [{ do: 'swallow-click' }, draw(null), { do: 'offer-delete', item: item.id, takesFocus: false }],
    };
  if (hit.cell === undefined) return { state, effects: [] };
  return {
    state: { ...state, gesture: { phase: 'spent', pointer } },
    effects: [...STOP_PRESS, { do: 'swallow-click' }, { do: 'create', slot: heldSlot(hit.cell, context) }],
  };
}

function end(state: PointerState): Stepped {
  const effects: Effect[] = [];
  const { gesture } = state;
  if (gesture.phase === 'pressed') effects.push(...STOP_PRESS);
  if (gesture.phase === 'moving') effects.push({ do: 'stop', timer: 'hover' });
  if (gesture.phase !== 'idle' && gesture.phase !== 'spent') effects.push(draw(null));
  return { state: { ...state, gesture: { phase: 'idle' } }, effects };
}

const HIDE_DELETE: Effect = { do: 'offer-delete', item: null, takesFocus: false };
const STOP_PRESS: Effect[] = [
  { do: 'stop', timer: 'hold' },
  { do: 'stop', timer: 'lift' },
];

function draw(preview: Preview | null): Effect {
  return { do: 'preview', preview };
}
