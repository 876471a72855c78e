import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { FieldError } from '../../../../ui/Field.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { TextInput } from '../../../../ui/TextField.tsx';
import { changeOptions } from './edits.ts';
import type { SettingsProps } from './fieldCardProps.ts';
import { optionFor } from './names.ts';
import styles from './settings.module.css';

interface Option {
  value: string;
  label: string;
}

/** The options of a choice, in order. A published option keeps its value; its label can still change. */
export function OptionSettings({ name, field, editor: { schema, edit }, faults, published }: SettingsProps) {
  const options = (field.enum ?? []).map((value, index): Option => ({
    value,
    label: field['x-labels']?.[index] ?? value,
  }));
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll('input')[wanted.current]?.focus();
    wanted.current = null;
  }, [options.length]);

  const set = (next: Option[], input: string | null, renamed?: { from: string; to: string }) =>
    edit(changeOptions(schema, name, next, renamed), input && `${name}/${input}`);
  const relabel = (index: number, label: string) => {
    const option = options[index];
    if (!option) return;
    const others = options.filter((_, other) => other !== index).map((other) => other.value);
    const value = published?.enum?.includes(option.value) ? option.value : optionFor(label, others);
    set(
      options.map((other, place) => (place === index ? { value, label } : other)),
      `option-${index}`,
      { from: option.value, to: value },
    );
  };
  const add = () => {
    const label = `Option ${options.length + 1}`;
    wanted.current = options.length;
    set(
      [
        ...options,
        {
          value: optionFor(
            label,
            options.map((option) => option.value),
          ),
          label,
        },
      ],
      null,
    );
  };
  const move = (index: number, step: number) => {
    const next = [...options];
    next.splice(index + step, 0, ...next.splice(index, 1));
    set(next, null);
  };

  return (
    <fieldset className={styles.setting}>
      <legend className={styles.settingLabel}>Options</legend>
      <ul className={styles.options} ref={list}>
        {options.map((option, index) => (
          // Keyed by index, because a value changes while it follows its label.
          <li key={index}>
            <TextInput
              aria-label={`Option ${index + 1}`}
              maxLength={200}
              value={option.label}
              aria-invalid={faults[`enum/${index}`] ? true : undefined}
              onChange={(event) => relabel(index, event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <IconButton
              icon="arrow-up"
              size="small"
              label={`Move option ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon="arrow-down"
              size="small"
              label={`Move option ${index + 1} down`}
              disabled={index === options.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              icon="x"
              size="small"
              label={`Remove option ${index + 1}`}
              disabled={options.length === 1}
              onClick={() =>
                set(
                  options.filter((_, other) => other !== index),
                  null,
                )
              }
            />
          </li>
        ))}
      </ul>
      <FieldError controlId={`${name}-options`}>
        {faults['enum'] ?? Object.entries(faults).find(([key]) => /^(enum|x-labels)/.test(key))?.[1]}
      </FieldError>
      <Button size="small" variant="quiet" icon="plus" onClick={add}>
        Add an option
      </Button>
    </fieldset>
  );
}
