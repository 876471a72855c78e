import { useState, type ChangeEvent, type FormEvent } from 'react';
import { type Command, useCommand } from './useCommand.ts';

interface Options<Name extends string> {
  optional?: readonly NoInfer<Name>[];
  /** Shown at a required field that was empty at submission. */
  missing?: string;
}

export interface TextForm<Name extends string, Result> extends Command<[], Result> {
  texts: Readonly<Record<Name, string>>;
  setTexts: (texts: Record<Name, string>) => void;
  /** Value, error and change handler of a text field. */
  field: (name: Name) => {
    value: string;
    error: string | null;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  submit: (event: FormEvent) => void;
}

/** A short form of texts and its command, which runs once all required texts are given. */
export function useTextForm<Name extends string, Result>(
  initial: Readonly<Record<Name, string>>,
  send: (texts: Readonly<Record<Name, string>>) => Promise<Result>,
  { optional = [], missing = 'This field is required' }: Options<Name> = {},
): TextForm<Name, Result> {
  const [texts, setTexts] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const command = useCommand(() => send(texts));
  const isMissing = (name: Name) => texts[name].trim() === '' && !optional.includes(name);
  return {
    ...command,
    texts,
    setTexts: (next) => {
      setTexts(next);
      setIsChecked(false);
      command.reset();
    },
    field: (name) => ({
      value: texts[name],
      error: isChecked && isMissing(name) ? missing : (command.fieldErrors[name] ?? null),
      onChange: ({ target }) => setTexts((current) => ({ ...current, [name]: target.value })),
    }),
    submit: (event) => {
      event.preventDefault();
      setIsChecked(true);
      if ((Object.keys(texts) as Name[]).some(isMissing)) command.reset();
      else void command.run();
    },
  };
}
