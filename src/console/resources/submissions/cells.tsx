import type { Json } from '../../../../domain/values/json.ts';
import { STATUSES } from '../../../../domain/requests/workflow.ts';
import { useModel } from '../../../app/useModel.ts';
import { clock } from '../../../ui/clock.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Dash } from '../../values/FieldValue.tsx';
import { formatInstant, formatInstantFully } from '../../values/formats.ts';
import { ReferenceName } from '../../values/ReferenceName.tsx';
import type { ListSlots } from '../../list/listSlots.ts';

/** Custom cells of the list of requests. */
export const submissionCells: NonNullable<ListSlots['cells']> = {
  id: (row) => `#${row.id}`,
  status: (row) => <StatusChip status={STATUSES.find((status) => status === row['status']) ?? 'Unknown'} />,
  formId: (row) => <Name resource="forms" id={row['formId']} />,
  formGroupId: (row) => <Name resource="formGroups" id={row['formGroupId']} />,
  submittedById: (row) => <Name resource="users" id={row['submittedById']} />,
  assignedToId: (row) => <Name resource="users" id={row['assignedToId']} />,
  createdAt: (row) => <When at={String(row['createdAt'])} />,
  statusSince: (row) => <Age since={String(row['statusSince'])} />,
};

/** Not a link: those who process requests may not be allowed to read the account. */
function Name({ resource, id }: { resource: string; id: Json | undefined }) {
  return typeof id === 'number' ? <ReferenceName resource={resource} id={id} plain /> : <Dash />;
}

function When({ at }: { at: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)}>
      {shortInstant(at, clock.instant(), timezone)}
    </time>
  );
}

/** "20 Nov, 15:24"; with the year if it is not the current one. */
function shortInstant(at: string, now: string, zone: string): string {
  const [date = '', time = ''] = formatInstant(at, zone).split(', ');
  const year = ` ${formatInstant(now, zone).split(', ')[0]?.split(' ').at(-1)}`;
  return date.endsWith(year) ? `${date.slice(0, -year.length)}, ${time}` : date;
}

function Age({ since }: { since: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={since} title={`Since ${formatInstantFully(since, timezone)}`}>
      {formatAge(since, clock.now())}
    </time>
  );
}

const STEPS: [size: number, one: string, many: string][] = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'hour', 'hours'],
  [60_000, 'minute', 'minutes'],
];

/** "3 days", "1 hour"; under a minute "just now". */
export function formatAge(since: string, now: number): string {
  const age = now - Date.parse(since);
  const step = STEPS.find(([size]) => age >= size);
  if (!step) return 'just now';
  const count = Math.floor(age / step[0]);
  return `${count} ${count === 1 ? step[1] : step[2]}`;
}
