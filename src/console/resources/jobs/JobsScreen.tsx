import { useSearchParams } from 'react-router-dom';
import { Page } from '../../../ui/Page.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { addressOf, JOB_TABS, readAddress, type JobAddress } from './jobAddress.ts';
import { JobDialog } from './JobDialog.tsx';
import { JobsPanel } from './JobsPanel.tsx';
import { QueuesPanel } from './QueuesPanel.tsx';
import { SchedulesPanel } from './SchedulesPanel.tsx';

/** /api/jobs: what runs in the background. What it shows is in its address. */
export function Screen() {
  const [search, setSearch] = useSearchParams();
  const address = readAddress(search);
  const go = (change: Partial<JobAddress>): void => setSearch(addressOf({ ...address, ...change }));
  const { job } = address;
  return (
    <Page
      title="Background jobs"
      lead="What the portal does by itself or later. This page keeps itself up to date."
      width="full"
    >
      <Tabs
        label="Background jobs"
        selected={address.tab}
        onSelect={(key) => go({ tab: JOB_TABS.find((tab) => tab === key) ?? 'queues' })}
        tabs={[
          { key: 'queues', label: 'Queues', content: <QueuesPanel /> },
          { key: 'jobs', label: 'Jobs', content: <JobsPanel address={address} go={go} /> },
          { key: 'schedules', label: 'Schedules', content: <SchedulesPanel /> },
          { key: 'history', label: 'History', content: <HistoryPanel /> },
        ]}
      />
      {job !== undefined && <JobDialog key={job.id} {...job} onClose={() => go({ job: undefined })} />}
    </Page>
  );
}
