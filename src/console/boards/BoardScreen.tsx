import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BoardLink } from '../../../domain/declarations/boards.ts';
import { callApi, callPath } from '../../app/callApi.ts';
import { useModel } from '../../app/useModel.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ConsoleFrame } from '../frame/ConsoleFrame.tsx';
import { FewChoices } from '../reports/FewChoices.tsx';
import { useBoardChoice } from './boardChoice.ts';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { BoardTiles } from './BoardTiles.tsx';
import layout from '../../ui/layout.module.css';
import styles from './boards.module.css';

const REFRESH_MS = 60_000;

/** What an account looks at first: one of the boards of its roles. */
export function Screen() {
  const { boards } = useModel();
  const { board, choose } = useBoardChoice(boards);
  if (board === undefined) return <NoBoard />;
  return (
    <Page
      title={board.title}
      actions={
        boards.length > 1 ? (
          <FewChoices
            label="Board"
            isLabelHidden
            choices={boards.map(({ name, title }) => ({ value: name, label: title }))}
            value={board.name}
            onChoose={choose}
          />
        ) : undefined
      }
    >
      <ConsoleFrame>
        <BoardContent board={board} />
      </ConsoleFrame>
    </Page>
  );
}

function NoBoard() {
  return (
    <Page title="Board">
      <EmptyState
        icon="layout-dashboard"
        title="You have no board"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        None of the roles of your account has a board. Ask an administrator if you need one.
      </EmptyState>
    </Page>
  );
}

function BoardContent({ board }: { board: BoardLink }) {
  const request = { params: { name: board.name } };
  const answer = useQuery({
    queryKey: [callPath('GET /api/boards/:name', request)],
    queryFn: ({ signal }) => callApi('GET /api/boards/:name', { ...request, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
  });
  const { isPlaceholderData, isFetching } = answer;
  return (
    <div className={layout.stack5}>
      <QueryView query={answer} what="the figures" failure="The board could not be loaded" loading={<BoardSkeleton />}>
        {({ name, tiles }) => (
          <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && styles.stale)}>
            {tiles.length === 0 ? (
              <EmptyState icon="layout-dashboard" title="This board is empty">
                You do not have access to its data. Ask an administrator if you need it.
              </EmptyState>
            ) : (
              <BoardTiles key={name} tiles={tiles} onRetry={() => void answer.refetch()} isRetrying={isFetching} />
            )}
          </div>
        )}
      </QueryView>
    </div>
  );
}
