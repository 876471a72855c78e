import { classNames } from '../../ui/classNames.ts';
import field from '../../ui/Field.module.css';
import { Combobox } from '../shared/Combobox.tsx';
import { choicesOf, type Choice } from '../shared/formSchema.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import { OTHER, OTHER_CHOICE, OtherText } from './OtherText.tsx';
import { PickedList } from './PickedList.tsx';
import styles from './inputs.module.css';

/** Up to this many options are shown as controls; more get a searchable list. */
export const FEW_OPTIONS = 6;

export function isFew(choices: readonly unknown[]): boolean {
  return choices.length <= FEW_OPTIONS;
}

export function ChoiceInput(props: WidgetProps) {
  const choices = choicesOf(props.property);
  if (props.property['x-other']) return <ChoiceOrOther {...props} choices={choices} />;
  return isFew(choices) ? <Radios {...props} choices={choices} /> : <SearchedChoice {...props} choices={choices} />;
}

function ChoiceOrOther({ choices, ...props }: SearchedProps) {
  const isOption = choices.some(({ value }) => value === props.value);
  // An empty text is the value of "Other" without its text, so that it is not submitted without a notice.
  const text = !isOption && typeof props.value === 'string' ? props.value : undefined;
  const shown = {
    ...props,
    choices: [...choices, OTHER_CHOICE],
    value: text === undefined ? props.value : OTHER,
    onChange: (value: unknown) => props.onChange(value === OTHER ? '' : value),
  };
  return (
    <>
      {isFew(choices) ? <Radios {...shown} /> : <SearchedChoice {...shown} />}
      {text !== undefined && <OtherText {...props} text={text} onText={props.onChange} />}
    </>
  );
}

/** Yes and no as two options, so that "unanswered" remains a distinct state. */
export function YesNoInput(props: WidgetProps) {
  const yesNo = [
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ];
  return <Radios {...props} choices={yesNo} inline />;
}

interface RadioProps extends WidgetProps {
  choices: readonly { value: unknown; label: string }[];
  inline?: boolean;
}

function Radios({ choices, inline = false, ...props }: RadioProps) {
  const { id, name, value, property, required, disabled, onChange } = props;
  const known = choices.some((choice) => choice.value === value);
  // A single option is a checkbox.
  const isTick = choices.length === 1;
  // A property with a default always has a value, so the selection cannot be cleared.
  const isClearable = !required && property.default === undefined && !isTick;
  return (
    <div className={classNames(field.choices, inline && field.choicesInline)}>
      {choices.map((choice, index) => (
        <label key={String(choice.value)} className={field.choice}>
          <input
            id={index === 0 ? id : `${id}-${index}`}
            name={`${id}-${name}`}
            type={isTick ? 'checkbox' : 'radio'}
            disabled={disabled}
            checked={choice.value === value}
            onChange={(event) => onChange(event.target.checked ? choice.value : undefined)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {isClearable && known && !disabled && (
        <button
          type="button"
          className={styles.textButton}
          aria-label={`Clear choice: ${props.label}`}
          onClick={() => onChange(undefined)}
        >
          Clear choice
        </button>
      )}
    </div>
  );
}

interface SearchedProps extends WidgetProps {
  choices: Choice[];
}

function SearchedChoice({ choices, ...props }: SearchedProps) {
  const chosen = choices.find((choice) => choice.value === props.value);
  return (
    <Combobox
      input={inputAttributes(props)}
      listLabel={props.label}
      selected={chosen ?? null}
      source={{ list: choices }}
      onSelect={(option) => props.onChange(option?.value)}
      placeholder="Choose or type to search"
    />
  );
}

export function ChoicesInput(props: WidgetProps) {
  const choices = choicesOf(props.property);
  if (props.property['x-other']) return <ChoicesAndOther {...props} choices={choices} />;
  return <SomeChoices {...props} choices={choices} isFew={isFew(choices)} />;
}

function ChoicesAndOther({ choices, ...props }: SearchedProps) {
  const chosen = Array.isArray(props.value) ? props.value.map(String) : [];
  const options = chosen.filter((one) => choices.some(({ value }) => value === one));
  // An empty text is part of the value, so that it is not submitted without a notice.
  const text = chosen.find((one) => !options.includes(one));
  const set = (next: string[]) => props.onChange(next.length > 0 ? next : undefined);
  return (
    <>
      <SomeChoices
        {...props}
        choices={[...choices, OTHER_CHOICE]}
        isFew={isFew(choices)}
        value={text === undefined ? options : [...options, OTHER]}
        onChange={(value) => {
          const next = Array.isArray(value) ? value.map(String) : [];
          set(next.map((one) => (one === OTHER ? (text ?? '') : one)));
        }}
      />
      {text !== undefined && <OtherText {...props} text={text} onText={(next) => set([...options, next])} />}
    </>
  );
}

function SomeChoices({ choices, isFew: areListed, ...props }: SearchedProps & { isFew: boolean }) {
  const chosen = Array.isArray(props.value) ? props.value : [];
  const set = (next: unknown[]) => props.onChange(next.length > 0 ? next : undefined);
  if (!areListed) {
    const picked = choices.filter((choice) => chosen.includes(choice.value));
    return (
      <>
        <PickedList
          items={picked}
          disabled={props.disabled}
          onRemove={(value) => set(chosen.filter((one) => one !== value))}
        />
        <Combobox
          input={inputAttributes(props)}
          listLabel={props.label}
          selected={null}
          source={{ list: choices.filter((choice) => !chosen.includes(choice.value)) }}
          onSelect={(option) => option && set([...chosen, option.value])}
          placeholder="Type to add"
        />
      </>
    );
  }
  const toggle = (value: unknown, on: boolean) =>
    set(choices.map((choice) => choice.value).filter((one) => (one === value ? on : chosen.includes(one))));
  return (
    <div className={field.choices}>
      {choices.map((choice, index) => (
        <label key={String(choice.value)} className={field.choice}>
          <input
            id={index === 0 ? props.id : `${props.id}-${index}`}
            type="checkbox"
            disabled={props.disabled}
            checked={chosen.includes(choice.value)}
            onChange={(event) => toggle(choice.value, event.target.checked)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

/** A boolean of a record, with the label next to the checkbox. */
export function CheckboxInput(props: WidgetProps) {
  return (
    <label className={field.choice}>
      <input
        {...inputAttributes(props)}
        aria-required={undefined}
        type="checkbox"
        checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span id={props.labelId}>{props.label}</span>
    </label>
  );
}
