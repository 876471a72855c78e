import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { OpenQuestions } from './OpenQuestions.tsx';
import { questionsQuery } from './questionCalls.ts';
import type { AnsweringProps } from './useAnswering.ts';

/** The questions of an event, in place. */
export function QuestionsCard({ session, own, answering }: AnsweringProps) {
  const questions = useQuery(questionsQuery(session.id, answering.link));
  const card = useRef<HTMLElement>(null);
  const title = own.asks.formVersionId === null ? 'Accessibility wishes' : 'Questions of this event';
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={card} tabIndex={-1} data-takes-focus title={title}>
      {questions.data === undefined && questions.error !== null && (
        <ErrorState title="The questions could not be loaded" onRetry={() => void questions.refetch()}>
          {questions.error.message}
        </ErrorState>
      )}
      {questions.data === undefined && questions.error === null && <Loading label="Loading the questions" lines={5} />}
      {questions.data !== undefined && (
        <OpenQuestions
          key={questions.data.version?.id ?? 0}
          session={session}
          own={own}
          questions={questions.data}
          answering={answering}
        />
      )}
    </Card>
  );
}
