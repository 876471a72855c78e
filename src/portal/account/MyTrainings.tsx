import { useQuery } from '@tanstack/react-query';
import type { Training } from '../../../domain/calls/home.ts';
import { formatInstantDay } from '../../../domain/values/formats.ts';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useModel } from '../../app/useModel.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Table, type Column } from '../../ui/Table.tsx';

/** /myAccount/trainings: what the current user may use, and until when. */
export function Screen() {
  const { timezone } = useModel().site;
  const query = useQuery(callQuery('GET /api/trainings'));
  return (
    <Page
      title="My trainings"
      lead="What you are trained to use, and until when. Staff see the same list."
      actions={<ButtonLink to="/signup/upcomingworkshops">Find a training</ButtonLink>}
      width="reading"
    >
      <QueryView
        query={query}
        what="your trainings"
        empty={
          <EmptyState icon="graduation-cap" title="No trainings yet">
            Attend a training to see it here.
          </EmptyState>
        }
      >
        {(trainings) => (
          <Table
            caption="My trainings"
            columns={columnsIn(timezone)}
            rows={trainings}
            rowKey={({ credentialId }) => credentialId}
          />
        )}
      </QueryView>
    </Page>
  );
}

function columnsIn(zone: string): Column<Training>[] {
  return [
    {
      key: 'name',
      header: 'Training',
      cell: ({ name, description }) => (
        <>
          <strong>{name}</strong>
          {description !== null && <div>{description}</div>}
        </>
      ),
    },
    { key: 'earnedAt', header: 'Earned', cell: ({ earnedAt }) => formatInstantDay(earnedAt, zone) },
    { key: 'expiresAt', header: 'Valid until', cell: (training) => <Validity training={training} zone={zone} /> },
  ];
}

function Validity({ training: { expiresAt, isExpired }, zone }: { training: Training; zone: string }) {
  if (expiresAt === null)
    return (
      <Chip tone="green" icon="circle-check">
        No expiration
      </Chip>
    );
  const day = formatInstantDay(expiresAt, zone);
  return isExpired ? (
    <Chip tone="red" icon="circle-x">
      {`Expired ${day}`}
    </Chip>
  ) : (
    <Chip tone="green" icon="circle-check">
      {day}
    </Chip>
  );
}
