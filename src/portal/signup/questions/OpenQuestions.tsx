import { useState, type ReactNode } from 'react';
import type { SessionQuestions } from '../../../../domain/calls/tickets.ts';
import { WISHES_LENGTH } from '../../../../domain/sessions/signup.ts';
import { carriedOver } from '../../../../domain/requests/request-drafts.ts';
import type { Answers } from '../../../../domain/requests/request-form.ts';
import { isActiveTicket } from '../../../../domain/sessions/tickets.ts';
import { uploadFile } from '../../../app/uploadFile.ts';
import { useModel } from '../../../app/useModel.ts';
import type { FormServices } from '../../../forms/shared/formServices.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { TextAreaField, type TextAreaFieldProps } from '../../../ui/TextField.tsx';
import { keepAnswersDraft, readAnswersDraft, type AnswersDraft } from './answersDraft.ts';
import type { AnsweringProps } from './useAnswering.ts';
import { useSendAnswers } from './useSendAnswers.ts';

const RequestForm = lazyComponent(() => import('../../../forms/RequestForm.tsx').then((module) => module.RequestForm));

/** A version of the questions, with what its reader has entered so far. What is entered stays in this browser until it is sent. */
export function OpenQuestions({
  session,
  own,
  questions: { version, asksWishes, answers, files, wishes },
  answering,
}: AnsweringProps & { questions: SessionQuestions }) {
  const { timezone, uploadMegabytes } = useModel().site;
  const [services] = useState(() => servicesOf(version, files, uploadMegabytes));
  const [stored] = useState(() => readAnswersDraft(answering.userName, session.id));
  const isMoved = stored !== null && stored.formVersionId !== (version?.id ?? null);
  const [draft, setDraft] = useState<AnswersDraft>(() => ({
    formVersionId: version?.id ?? null,
    data: version === null ? {} : stored === null ? answers : carriedOver(stored.data, null, version.schema),
    wishes: stored?.wishes ?? wishes,
  }));
  const ticket = own.ticket !== null && isActiveTicket(own.ticket.status) ? own.ticket : null;
  const { isSending, errors, wishesError, fault, send } = useSendAnswers({ session, ticket, answering });
  const change = (changed: Partial<AnswersDraft>): void => {
    const next = { ...draft, ...changed };
    setDraft(next);
    keepAnswersDraft(answering.userName, session.id, next);
  };
  const submit = (data: Answers): void =>
    void send({
      ...(version === null ? {} : { formVersionId: version.id, answers: data }),
      ...(asksWishes ? { wishes: draft.wishes } : {}),
    });
  const label = ticket !== null ? 'Save' : own.outcome?.kind === 'waitlisted' ? 'Join the waitlist' : 'Sign up';
  const end: ReactNode = (
    <div className={layout.stack4}>
      {asksWishes && (
        <WishesField wishes={draft.wishes} error={wishesError} onWishes={(next) => change({ wishes: next })} />
      )}
      <div className={layout.toolbar3}>
        <Button type="submit" variant="primary" busy={isSending}>
          {isSending ? 'Sending' : label}
        </Button>
        <Button variant="quiet" onClick={answering.close}>
          Not now
        </Button>
      </div>
    </div>
  );
  return (
    <div className={layout.stack4}>
      {isMoved && (
        <Banner tone="warning" title="The questions changed since you started">
          Answers that still fit are kept. Check them before you send them.
        </Banner>
      )}
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      {version === null ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit({});
          }}
        >
          {end}
        </form>
      ) : (
        <CodeBoundary fallback={<Loading label="Loading the questions" lines={5} />}>
          <RequestForm
            schema={version.schema}
            validatorUrl={version.validator}
            data={draft.data}
            onChange={(data) => change({ data: data as Answers })}
            onSubmit={(data) => submit(data as Answers)}
            submitted={ticket && answers}
            serverErrors={errors}
            {...{ services, timezone }}
          >
            {end}
          </RequestForm>
        </CodeBoundary>
      )}
    </div>
  );
}

function servicesOf(
  version: SessionQuestions['version'],
  files: SessionQuestions['files'],
  uploadMegabytes: number,
): FormServices {
  return {
    placeDay: (place, answer) => import('../../../app/placeDay.ts').then(({ placeDay }) => placeDay(place, answer)),
    lookup: () => Promise.resolve([]),
    upload: (file, { field, ...progress }) =>
      uploadFile(file, new URLSearchParams({ formVersionId: String(version?.id), field }), progress),
    fileUrl: (id) => `/api/files/${id}`,
    ...{ files, uploadMegabytes },
  };
}

interface WishesFieldProps {
  wishes: string;
  error: TextAreaFieldProps['error'];
  onWishes: (wishes: string) => void;
}

function WishesField({ wishes, error, onWishes }: WishesFieldProps) {
  return (
    <TextAreaField
      label="Accessibility needs"
      optional
      help="Tell us what helps you take part. Only you and the session staff can read it."
      rows={3}
      maxLength={WISHES_LENGTH}
      error={error}
      value={wishes}
      onChange={({ target }) => onWishes(target.value)}
    />
  );
}
