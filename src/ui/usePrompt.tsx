import { useCallback, useState, type ReactNode } from 'react';
import { CodeBoundary } from './CodeBoundary.tsx';

/** Shows the dialog that `render` returns until it is answered; null: it was closed without an answer. */
export type Prompt = <Answer>(render: (answer: (value: Answer | null) => void) => ReactNode) => Promise<Answer | null>;

/** Dialogs within a course of action: `await prompt(...)`. The caller renders `dialogs`, the latest on top. */
export function usePrompt(): { prompt: Prompt; dialogs: ReactNode } {
  const [open, setOpen] = useState<readonly { key: number; dialog: ReactNode }[]>([]);
  const prompt = useCallback<Prompt>(
    (render) =>
      new Promise((resolve) => {
        setOpen((before) => {
          const key = (before.at(-1)?.key ?? 0) + 1;
          const dialog = render((value) => {
            setOpen((now) => now.filter((one) => one.key !== key));
            resolve(value);
          });
          return [...before, { key, dialog }];
        });
      }),
    [],
  );
  const dialogs = open.map(({ key, dialog }) => (
    // Some load their code first.
    <CodeBoundary key={key}>
      <div>{dialog}</div>
    </CodeBoundary>
  ));
  return { prompt, dialogs };
}
