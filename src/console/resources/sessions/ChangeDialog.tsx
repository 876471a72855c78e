import { formatCount } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { PlannedSession } from '../../../../domain/calls/series.ts';
import type { RowChange } from '../../../../domain/calls/rows.ts';
import { callApi } from '../../../app/callApi.ts';
import { NOTICE, NoteField } from '../../form/NoteField.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { ScopeChoice } from './ScopeChoice.tsx';
import { changePlanQuery } from './plans.ts';

export interface ChangeDialogProps {
  resource: ClientResource;
  /** "Change", "Move", "Cancel" */
  verb: string;
  session: { id: number; version: number; seriesId: number | null };
  /** The changed values. */
  values: Record<string, Json>;
  onDone: (changes: readonly RowChange[], count: number) => void;
  onChangedMeanwhile?: (current: Row) => void;
  onClose: () => void;
}

/** Changes a session, alone or with others of its series. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { resource, verb, session, values, onDone, onChangedMeanwhile, onClose } = props;
  const isCancelling = values['status'] === 'cancelled';
  const isSeries = session.seriesId !== null;
  const [scope, setScope] = useState<OccurrenceScope>('one');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const plan = useQuery(changePlanQuery(session.id, { scope, values, leave: [] }));
  const leave = [...excluded].map(Number);
  const { people = 0 } = useQuery(changePlanQuery(session.id, { scope, values, leave })).data ?? {};
  const sessions = plan.data?.sessions ?? [];
  const written = sessions.filter((one) => !excluded.has(sessionKey(one)));
  const titles = new Map(resource.fields.map(({ name, title }) => [name, title]));
  const noteOf = ({ ownFields }: PlannedSession) =>
    ownFields.length === 0 ? null : `Has its own ${ownFields.map((name) => titles.get(name) ?? name).join(', ')}`;
  const choosing = scope === 'one' ? {} : { excluded, onExcluded: setExcluded };
  return (
    <PlanDialog
      title={dialogTitle(verb, isSeries, people)}
      plan={plan}
      list={{
        ...{ label: 'Sessions', sessions, sessionKey, noteOf, ...choosing },
        isFixed: ({ instanceId }) => instanceId === session.id,
      }}
      written={written}
      action={{
        label: `${verb} ${formatCount(written.length, 'session', 'sessions')}`,
        isDangerous: isCancelling,
      }}
      onApply={async (overrideReason) => {
        const { changes } = await callApi('POST /api/scheduling/sessions/:id/change', {
          params: { id: session.id },
          body: { scope, values, leave, overrideReason, note },
          version: session.version,
        });
        onDone(changes, changes.filter((one) => one.resource === resource.name).length);
      }}
      onChangedMeanwhile={onChangedMeanwhile}
      onClose={onClose}
    >
      {() => (
        <>
          {isSeries && (
            <ScopeChoice
              scope={scope}
              onScope={(next) => {
                setScope(next);
                setExcluded(new Set());
              }}
            />
          )}
          {people > 0 && (
            <NoteField {...{ note }} onNote={setNote}>
              {isSeries && `${formatCount(people, 'person is', 'people are')} notified in half a minute. `}
              {isCancelling && 'Tickets are canceled. '}
              {isSeries ? 'Undo until then, and no message is sent.' : NOTICE}
            </NoteField>
          )}
        </>
      )}
    </PlanDialog>
  );
}

function dialogTitle(verb: string, isSeries: boolean, people: number): string {
  if (isSeries) return `${verb} which sessions?`;
  return people > 0 ? `Notify ${formatCount(people, 'person', 'people')}?` : `${verb} this session?`;
}

function sessionKey({ instanceId }: PlannedSession): string {
  return String(instanceId);
}
