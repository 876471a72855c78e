import { formatDay } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { callQuery } from '../../app/callApi.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { timesText } from '../../content/sessions/listTexts.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { useAnswering } from './questions/useAnswering.ts';
import { ofSession } from './session/sessionRequests.ts';
import { SignupPanel } from './SignupPanel.tsx';

const QuestionsCard = lazyComponent(() =>
  import('./questions/QuestionsCard.tsx').then((module) => module.QuestionsCard),
);

/** What a kiosk shows of a session: the sign-up, without links to pages that kiosks do not have. */
export function KioskPanel({ session }: { session: SessionDetails }) {
  const { site } = useModel();
  const { isLoggedIn } = useSession();
  const own = useQuery({
    ...callQuery('GET /api/events/sessions/:id/own', ofSession(session.id, null)),
    enabled: isLoggedIn,
  });
  const known = isLoggedIn ? own.data : null;
  const answering = useAnswering(session, known, null);
  return (
    <div className={layout.stack4}>
      <p>
        {formatDay(session.start, 'full')}, {timesText(session, site.timezone)}
        {session.place !== '' && ` · ${session.place}`}
      </p>
      {session.summary !== '' && <p>{session.summary}</p>}
      {isLoggedIn && own.isPending && <Loading label="Loading your registration" lines={3} />}
      {(!isLoggedIn || own.isSuccess) && <SignupPanel session={session} own={known} answering={answering} />}
      {!isLoggedIn && <p>Swipe your campus card to sign up.</p>}
      {known != null && answering.isOpen && (
        <CodeBoundary>
          <QuestionsCard session={session} own={known} answering={answering} />
        </CodeBoundary>
      )}
    </div>
  );
}
