import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../app/callApi.ts';
import { Card } from '../../../ui/Card.tsx';
import { OpenQuestions } from './OpenQuestions.tsx';
import type { AnsweringProps } from './useAnswering.ts';
import { QueryView } from '../../../app/QueryView.tsx';

export function QuestionsCard({ session, own, answering }: AnsweringProps) {
  const questions = useQuery({
    ...callQuery('GET /api/events/sessions/:id/questions', {
      params: { id: session.id },
      query: { link: answering.link },
    }),
    // Answers that were given meanwhile are read again.
    gcTime: 0,
  });
  const card = useRef<HTMLElement>(null);
  const title = own.asks.formVersionId === null ? 'Accessibility needs' : 'Questions of this event';
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Card ref={card} tabIndex={-1} data-takes-focus title={title}>
      <QueryView query={questions} what="the questions" lines={5}>
        {(data) => (
          <OpenQuestions
            key={data.version?.id ?? 0}
            session={session}
            own={own}
            questions={data}
            answering={answering}
          />
        )}
      </QueryView>
    </Card>
  );
}
