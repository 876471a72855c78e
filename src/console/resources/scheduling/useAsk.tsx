import { useCallback, useState, type ReactNode } from 'react';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';

/** Shows what `render` returns until it settles the question; null is "no answer". */
export type Ask = <Answer>(render: (settle: (answer: Answer | null) => void) => ReactNode) => Promise<Answer | null>;

/** Questions within a course of action: `await ask(...)` shows a dialog and goes on with its answer. The latest is on top. */
export function useAsk(): { ask: Ask; asked: ReactNode } {
  const [questions, setQuestions] = useState<readonly { key: number; dialog: ReactNode }[]>([]);
  const ask = useCallback<Ask>(
    (render) =>
      new Promise((resolve) => {
        setQuestions((open) => {
          const key = (open.at(-1)?.key ?? 0) + 1;
          const dialog = render((answer) => {
            setQuestions((now) => now.filter((one) => one.key !== key));
            resolve(answer);
          });
          return [...open, { key, dialog }];
        });
      }),
    [],
  );
  const asked = questions.map(({ key, dialog }) => (
    // Some load their code first.
    <CodeBoundary key={key}>
      <div>{dialog}</div>
    </CodeBoundary>
  ));
  return { ask, asked };
}
