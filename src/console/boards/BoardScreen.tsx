import type { BoardLink } from '../../../domain/declarations/boards.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useModel } from '../../app/useModel.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ConsoleFrame } from '../engine/ConsoleFrame.tsx';
import { FewChoices } from '../reports/FewChoices.tsx';
import { useBoardAnswer } from './boardCalls.ts';
import { useBoardChoice } from './boardChoice.ts';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { BoardTiles } from './BoardTiles.tsx';
import layout from '../../ui/layout.module.css';
import styles from './boards.module.css';

/** What an account looks at first: one of the boards of its roles. */
export function Screen() {
  const { boards } = useModel();
  const { board, choose } = useBoardChoice(boards);
  if (board === undefined) return <NoBoard />;
  return (
    <Page
      title={board.title}
      width="full"
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
  const answer = useBoardAnswer(board.name);
  const { data, error, isPlaceholderData, isFetching } = answer;
  const retry = () => void answer.refetch();
  if (error && (data === undefined || isRefused(error)))
    return (
      <ErrorState title="The board could not be loaded" onRetry={retry}>
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <BoardSkeleton />;
  return (
    <div className={layout.stack5}>
      {error && <RefreshNotice error={error} onRetry={retry} />}
      <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && styles.stale)}>
        {data.tiles.length === 0 ? (
          <EmptyState icon="layout-dashboard" title="This board is empty">
            Your account may not read what it shows. Ask an administrator if you need it.
          </EmptyState>
        ) : (
          <BoardTiles key={data.name} tiles={data.tiles} onRetry={retry} isRetrying={isFetching} />
        )}
      </div>
    </div>
  );
}

/** Whether the account can no longer read the board, so that its last figures must go. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Above the last figures, when they could not be refreshed. */
function RefreshNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isLost = !(error instanceof ApiError) || error.status === 0;
  return (
    <OutdatedNotice title="The figures may not be current" onRetry={onRetry}>
      {isLost ? undefined : error.message}
    </OutdatedNotice>
  );
}
