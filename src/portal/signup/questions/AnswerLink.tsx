import type { Asks } from '../../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { QUESTIONS } from './useAnswering.ts';

/** Leads to the questions of a session, where there are some to answer or to answer again. */
export function AnswerLink({
  session: { id, title },
  asks: { formVersionId, isMissing, canAnswer },
}: {
  session: Pick<PublicSession, 'id' | 'title'>;
  asks: Asks;
}) {
  if (!canAnswer || formVersionId === null) return null;
  return (
    <ButtonLink
      size="small"
      variant={isMissing ? 'primary' : 'secondary'}
      icon="pencil"
      to={`/signup/details/${id}${QUESTIONS}`}
    >
      {isMissing ? 'Answer the questions' : 'Change my answers'}
      <span className="visually-hidden">: {title}</span>
    </ButtonLink>
  );
}
