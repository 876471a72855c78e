import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useModel } from '../../app/useModel.ts';
import { formatInstant } from '../../../domain/values/formats.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { OpenDrawer } from './OpenDrawer.tsx';
import { TillDesk } from './TillDesk.tsx';

export const tillQuery = callQuery('GET /api/till');

/** /payment/till: staff take payments at the desk. */
export function Screen() {
  const query = useQuery(tillQuery);
  const { timezone } = useModel().site;
  const session = query.data?.session ?? null;
  return (
    <Page
      title="Till"
      width="reading"
      {...(session === null
        ? {}
        : { lead: `${session.till}, open since ${formatInstant(session.openedAt, timezone)}` })}
      actions={
        <ButtonLink to="/payment/till/sessions" icon="clipboard-list" variant="quiet">
          Till sessions
        </ButtonLink>
      }
    >
      <QueryView query={query} what="the till" lines={3} lineHeight={56}>
        {(state) =>
          state.session === null ? <OpenDrawer state={state} /> : <TillDesk state={state} session={state.session} />
        }
      </QueryView>
    </Page>
  );
}
