import {
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { localDateMask } from './masks.ts';
import { classNames } from '../classNames.ts';
import { clock } from '../clock.ts';
import { FieldError } from '../Field.tsx';
import type { PickerConfig, PickerOptions } from './pickerConfig.ts';
import { RepeatedHour } from './RepeatedHour.tsx';
import type { Bound } from './timeRules.ts';
import { useFlush } from './useFlush.ts';
import type { Bounds, usePickerValue } from './usePickerValue.ts';
import type { Visibility } from './usePopover.ts';
import field from '../Field.module.css';
import styles from './DatePicker.module.css';

type InputAttributes = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'disabled' | 'placeholder' | 'aria-label' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
>;

export interface PickerAttributes extends PickerOptions, InputAttributes {
  /** Default: hover-focus. */
  visibility?: Visibility | undefined;
  /** Shows the panel in the page, without input or popover. */
  isInline?: boolean | undefined;
  className?: string | undefined;
}

type State<Value> = ReturnType<typeof usePickerValue<Value>>;

export interface FrameProps<Value> extends PickerAttributes {
  config: PickerConfig;
  state: State<Value>;
  raw: Bounds<Value>;
}

interface BoxProps<Value> extends FrameProps<Value> {
  id: string;
  isOpen: boolean;
  /** The panel covers the lower part of the window, and what is pressed after typing: the button alone opens it. */
  isSheet: boolean;
  onOpen: (focusInside: boolean) => void;
  children: ReactNode;
}

/** The inputs and the button, in one frame. */
export function PickerBox<Value>(props: BoxProps<Value>) {
  const { config, state, id, isOpen, isSheet, onOpen, visibility, children } = props;
  const bounds = boundsOf(config);
  const flush = useFlush((isLeft) => bounds.forEach((bound) => state.settle(bound, isLeft)));
  // Its text names the zone.
  const { start } = state.walls;
  const isRepeated = start !== null && config.zone.instantsOf(start).length > 1;
  const faults = bounds.filter((bound) => state.faultOf(bound) !== null);
  const isInvalid = props['aria-invalid'] === true || props['aria-invalid'] === 'true';
  const end = useRef<HTMLInputElement>(null);
  const knownEnd = useSelectedWhenFilledIn(end, state.shownText('end'));
  const inputOf = (bound: Bound) => {
    const inputId = bound === 'start' ? id : `${id}-end`;
    const isFaulty = faults.includes(bound);
    const describedBy = [props['aria-describedby'], isFaulty && !isInvalid && `${id}-${bound}-error`];
    return (
      <input
        ref={bound === 'end' ? end : undefined}
        id={inputId}
        type="text"
        name={props.name === undefined ? undefined : bound === 'start' ? props.name : `${props.name}-end`}
        className={styles.input}
        style={{ '--length': placeholderOf(config).length } as CSSProperties}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder ?? placeholderOf(config)}
        disabled={props.disabled}
        aria-label={config.isRange ? (bound === 'start' ? 'From' : 'To') : props['aria-label']}
        aria-required={props['aria-required']}
        aria-invalid={isInvalid || isFaulty || undefined}
        aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
        value={state.shownText(bound)}
        onChange={(event) => {
          if (bound === 'end') knownEnd.current = event.target.value;
          state.type(bound, event.target.value);
          flush.later();
        }}
        onBlur={flush.onLeave}
        onClick={(event) => {
          if (visibility === 'click' && !isSheet && !isTouch(event)) onOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.ctrlKey || event.metaKey) flush.now();
          else if (event.key === 'ArrowDown' && (isOpen || event.altKey)) {
            event.preventDefault();
            flush.now();
            onOpen(true);
          }
        }}
      />
    );
  };
  return (
    <div
      className={classNames(field.control, styles.box)}
      data-disabled={props.disabled === true ? '' : undefined}
      {...(config.isRange ? { role: 'group', 'aria-label': props['aria-label'] } : {})}
      {...(isInvalid || faults.length > 0 ? { 'data-invalid': '' } : {})}
    >
      {inputOf('start')}
      {config.isRange && (
        <>
          <span aria-hidden="true" className={styles.dash}>
            –
          </span>
          {inputOf('end')}
        </>
      )}
      {config.mode === 'datetime' && !isRepeated && (
        <span className={styles.zone} title={config.zone.name.replaceAll('_', ' ')}>
          {config.zone.shortName(state.instants.start ?? clock.now())}
        </span>
      )}
      {children}
    </div>
  );
}

/** The end that is filled in from the start after it was focused is selected: what is typed then replaces it. */
function useSelectedWhenFilledIn(input: RefObject<HTMLInputElement | null>, text: string): RefObject<string> {
  const known = useRef(text);
  useLayoutEffect(() => {
    if (known.current === '' && text !== '' && document.activeElement === input.current) input.current?.select();
    known.current = text;
  }, [input, text]);
  return known;
}

/** What is wrong with the text, where no one else says so, and which one a repeated hour is. */
export function PickerNotes<Value>({ config, state, id, ...props }: FrameProps<Value> & { id: string }) {
  const isSaid = props['aria-invalid'] === true || props['aria-invalid'] === 'true';
  return (
    <>
      <div role="status" className={styles.notes}>
        {boundsOf(config).map((bound) => (
          <FieldError key={bound} controlId={`${id}-${bound}`}>
            {isSaid ? null : state.faultOf(bound)}
          </FieldError>
        ))}
        {boundsOf(config).map((bound) => {
          const reading = state.readingOf(bound);
          return reading !== null && <p key={bound} className={styles.reading}>{`Will be read as ${reading}`}</p>;
        })}
      </div>
      {boundsOf(config).map((bound) => (
        <RepeatedHour
          key={bound}
          zone={config.zone}
          instant={state.instants[bound]}
          onChoose={(instant) => state.takeInstant(bound, instant)}
        />
      ))}
    </>
  );
}

export function boundsOf({ isRange }: PickerConfig): Bound[] {
  return isRange ? ['start', 'end'] : ['start'];
}

/** On a touch screen a tap is for the keyboard; the button opens the panel. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}

function placeholderOf({ format: { masks } }: PickerConfig): string {
  return (masks[0] ?? 'L').replaceAll('L', localDateMask()).replace('A', 'AM');
}
