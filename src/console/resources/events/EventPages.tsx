import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { KindReports } from './KindReports.tsx';
import { ReportMain } from './ReportDetails.tsx';

/** The page of a kind of event: its facts, its newest reports, and the button that resolves it. */
export function KindPage(props: RecordPageProps) {
  return (
    <ShowPage
      {...props}
      main={KindReports}
      mainShows={['message', 'fingerprint']}
      deletion={{
        action: 'Resolved',
        icon: 'check',
        title: 'Is this resolved?',
        confirm: 'Delete kind',
        done: 'Kind of event deleted',
        consequence: 'The kind and its reports are deleted. If it happens again, it is listed again.',
      }}
    />
  );
}

export function ReportPage(props: RecordPageProps) {
  return (
    <ShowPage
      {...props}
      main={ReportMain}
      mainShows={['message', 'exception', 'location', 'userId', 'ip', 'userAgent']}
    />
  );
}
