import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { MoveQuestionProps } from '../../calendar/moveQuestion.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changePlanQuery, isQuestioned, sessionIn } from './plans.ts';

/** Confirms a move in the calendar: for which sessions of the series, with people who are notified, and in spite of conflicts. */
export function MoveSession({ resource, row, values, onAnswer }: MoveQuestionProps) {
  const session = sessionIn(row);
  const plan = useQuery(changePlanQuery(session.id, { scope: 'one', values, leave: [] }));
  const isSettled = plan.data !== undefined || plan.error !== null;
  const isPlain = session.seriesId === null && isSettled && !(plan.data && isQuestioned(plan.data));
  const goOn = useEffectEvent(() => onAnswer({ values }));
  useEffect(() => {
    if (isPlain) goOn();
  }, [isPlain]);
  if (isPlain || !isSettled) return null;
  return (
    <ChangeDialog
      resource={resource}
      verb="Move"
      session={session}
      values={values}
      onClose={() => onAnswer(null)}
      onDone={(changes) => onAnswer({ changes })}
    />
  );
}
