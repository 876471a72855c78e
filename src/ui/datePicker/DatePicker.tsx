import { formatDay, formatLocal } from '../../../domain/values/formats.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import { CodeBoundary } from '../CodeBoundary.tsx';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFloating, whenLikely } from '../useFloating.ts';
import { useMedia } from '../useMedia.ts';
import { PickerContext, type Picker } from './PickerContext.ts';
import { PickerBox, PickerNotes, type FrameProps, type PickerAttributes } from './PickerBox.tsx';
import { configOf, type PickerConfig } from './pickerConfig.ts';
import type { WallRange } from './selection.ts';
import { writeTyped } from './typed.ts';
import { usePickerValue, type Bounds } from './usePickerValue.ts';
import { HIDE_AFTER_PICK, usePopover } from './usePopover.ts';
import { codecOf, type PickerValues, type ValueType } from './values.ts';
import styles from './DatePicker.module.css';

const PickerPanel = lazyComponent(() => import('./PickerPanel.tsx').then((module) => module.PickerPanel));

/** Of a value of texts, text that is no date or time is handed on as typed: its consumer refuses it (typedFault). */
export type DatePickerProps<Type extends ValueType = 'string'> = PickerAttributes & {
  valueType?: Type;
  /** How a text value is written, as local time: "YYYY-MM-DD h:mm A". */
  valueMask?: string;
} & (SingleProps<PickerValues[Type]> | RangeProps<PickerValues[Type]>);

interface SingleProps<Value> {
  range?: false;
  isRange?: false;
  value: Value;
  onValue: (value: Value) => void;
}
type RangeProps<Value> = {
  value: Bounds<Value>;
  onValue: (value: Bounds<Value>) => void;
} & ({ range: true; isRange?: boolean } | { range?: boolean; /** To be replaced by `range`. */ isRange: true });

const IS_RANGE_DEPRECATED =
  'The `is-range` prop will be deprecated in future releases. Please use the `range` modifier.';

function isRanged<Value>(props: SingleProps<Value> | RangeProps<Value>): props is RangeProps<Value> {
  return props.range === true || props.isRange === true;
}

/** A value of the other form, until it is cleared, is none. */
function boundsOfValue<Value>(value: Value | Bounds<Value>, isRange: boolean, empty: Value): Bounds<Value> {
  const isBounds = typeof value === 'object' && value !== null && 'start' in value;
  if (isBounds) return isRange ? value : { start: empty, end: empty };
  return { start: isRange ? empty : value, end: empty };
}

export function DatePicker<Type extends ValueType = 'string'>(props: DatePickerProps<Type>) {
  const isRange = isRanged(props);
  const config = configOf(props, isRange, props.valueType === 'date' || props.valueType === 'number');
  const { mode, zone, accuracy } = config;
  const codec = codecOf((props.valueType ?? 'string') as Type, { mode, zone, accuracy, mask: props.valueMask });
  const empty = codec.write(null);
  const raw = boundsOfValue<PickerValues[Type]>(props.value, isRange, empty);
  const state = usePickerValue<PickerValues[Type]>({
    config,
    codec,
    value: raw,
    onValue: (next) => (isRanged(props) ? props.onValue(next) : props.onValue(next.start)),
  });
  const clear = useEffectEvent(() =>
    isRanged(props) ? props.onValue({ start: empty, end: empty }) : props.onValue(empty),
  );
  const wasRange = useRef(isRange);
  useEffect(() => {
    if (wasRange.current === isRange) return;
    wasRange.current = isRange;
    clear();
  }, [isRange]);
  const isDeprecated = props.isRange === true;
  useEffect(() => {
    if (isDeprecated) console.warn(IS_RANGE_DEPRECATED);
  }, [isDeprecated]);
  return <PickerFrame {...props} config={config} state={state} raw={raw} />;
}

function PickerFrame<Value>(props: FrameProps<Value>) {
  const { config, state, raw, visibility = 'hover-focus', isInline = false, disabled = false } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opened = useRef(raw);
  const isSheet = useMedia('below-medium');
  const { isOpen, takesFocus, show, hide, handlers } = usePopover({
    root,
    panel,
    button,
    visibility,
    onShow: () => {
      opened.current = raw;
    },
    onEscape: () => state.restore(opened.current),
  });
  useFloating(isOpen && !isSheet, root, panel);
  // Shown before the panel takes the focus.
  useLayoutEffect(() => void (isOpen && panel.current?.togglePopover(true)), [isOpen, isSheet]);
  const picker: Picker = {
    // One page at a time fits a phone.
    config: isSheet ? { ...config, rows: 1, columns: 1 } : config,
    walls: state.walls,
    now: state.now,
    notice: state.notice,
    say: state.say,
    close: isInline ? null : () => hide(0),
    pick: (walls, isLast) => {
      state.choose(walls);
      if (isLast && !isInline) hide(HIDE_AFTER_PICK);
    },
  };
  if (isInline)
    return (
      <div role="group" aria-label={props['aria-label'] ?? chooseText(config)} className={styles.inline}>
        <Panel picker={picker} takesFocus={false} />
      </div>
    );
  return (
    <div
      ref={root}
      className={classNames(styles.picker, props.className)}
      {...(disabled ? {} : handlers)}
      onPointerEnter={(event) => {
        loadAhead();
        if (!disabled) handlers.onPointerEnter(event);
      }}
      onFocus={() => {
        loadAhead();
        if (!disabled) handlers.onFocus();
      }}
    >
      <PickerBox {...props} id={id} onOpen={show} isOpen={isOpen} isSheet={isSheet}>
        <OpenButton
          ref={button}
          {...{ config, disabled, isOpen }}
          panelId={`${id}-panel`}
          walls={state.walls}
          onClick={() => (isOpen && visibility === 'click' ? hide(0) : show(true))}
        />
      </PickerBox>
      <PickerNotes {...props} id={id} />
      {isOpen && (
        <div
          ref={panel}
          id={`${id}-panel`}
          role="dialog"
          aria-label={chooseText(config)}
          popover="manual"
          className={classNames(styles.popover, isSheet && styles.sheet)}
          {...(isSheet ? { 'data-sheet': '' } : {})}
        >
          <Panel picker={picker} takesFocus={takesFocus} fallback={<div className={styles.loading} />} />
        </div>
      )}
    </div>
  );
}

function Panel({ picker, takesFocus, fallback }: { picker: Picker; takesFocus: boolean; fallback?: ReactNode }) {
  return (
    <PickerContext value={picker}>
      <CodeBoundary fallback={fallback}>
        <PickerPanel takesFocus={takesFocus} />
      </CodeBoundary>
    </PickerContext>
  );
}

interface OpenButtonProps extends Pick<ComponentProps<'button'>, 'ref' | 'disabled' | 'onClick'> {
  config: PickerConfig;
  walls: WallRange;
  isOpen: boolean;
  panelId: string;
}

function OpenButton({ config, walls, isOpen, panelId, ...button }: OpenButtonProps) {
  return (
    <button
      {...button}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-label={buttonText(config, walls)}
    >
      <Icon name={config.mode === 'time' ? 'clock' : 'calendar-days'} />
    </button>
  );
}

function loadAhead(): void {
  whenLikely.onFocus();
  void PickerPanel.preload();
}

const NOUNS = { date: 'date', datetime: 'date and time', time: 'time' } as const;

function chooseText({ mode, isRange }: PickerConfig): string {
  return isRange ? 'Choose dates' : `Choose ${NOUNS[mode]}`;
}

function buttonText(config: PickerConfig, { start, end }: WallRange): string {
  if (start === null) return chooseText(config);
  const texts = [start, end].filter((wall) => wall !== null).map((wall) => wallClockText(wall, config));
  return `Change ${config.isRange ? 'dates' : NOUNS[config.mode]}, ${texts.join(' to ')}`;
}

function wallClockText(wall: number, { mode, format }: PickerConfig): string {
  if (mode === 'time') return writeTyped(wall, format);
  const local = new Date(wall).toISOString();
  return mode === 'date' ? formatDay(local, 'full') : formatLocal(local, 'full');
}
