import { use, useMemo, useState, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { MoveQuestionContext, type AskMove, type MoveAnswer, type MoveValues } from './moveQuestion.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';

interface Asked {
  row: Row;
  values: MoveValues;
  answer: (answer: MoveAnswer) => void;
}

/** `question` is the resource's own, to be drawn by the caller. */
export function useMoveQuestion(resource: ClientResource): { ask: AskMove | null; question: ReactNode } {
  const draw = use(MoveQuestionContext);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useMemo(
    (): AskMove | null =>
      draw &&
      ((row, values) =>
        new Promise((resolve) => {
          const answer = (given: MoveAnswer) => {
            setAsked(null);
            resolve(given);
          };
          setAsked({ row, values, answer });
        })),
    [draw],
  );
  const question = draw && asked && (
    <CodeBoundary>
      {draw({
        resource,
        row: asked.row,
        values: asked.values,
        onPlain: (values) => asked.answer({ values }),
        onDone: (changes) => asked.answer({ changes }),
        onClose: () => asked.answer(null),
      })}
    </CodeBoundary>
  );
  return { ask, question };
}
