import { formatDay, formatDuration, formatInstantFully, formatLocal } from '../../../../domain/values/formats.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import type { Json } from '../../../../domain/values/json.ts';
import { STATUSES } from '../../../../domain/requests/workflow.ts';
import { useModel } from '../../../app/useModel.ts';
import { clock } from '../../../ui/clock.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Dash } from '../../values/FieldValue.tsx';
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

/** "Nov 20, 3:24 PM"; of another year, the date with its year. */
function shortInstant(at: string, now: string, zone: string): string {
  const [local, today] = [wallClockOf(at, zone), wallClockOf(now, zone)];
  return local.slice(0, 4) === today.slice(0, 4) ? formatLocal(local, 'short') : formatDay(local);
}

function Age({ since }: { since: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={since} title={`Since ${formatInstantFully(since, timezone)}`}>
      {formatAge(since, clock.now())}
    </time>
  );
}

/** "3 days", "1 hour"; under a minute "just now". */
export function formatAge(since: string, now: number): string {
  const age = now - Date.parse(since);
  return age < 60_000 ? 'just now' : formatDuration(age);
}
