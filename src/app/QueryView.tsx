import { Fragment, type ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loading } from '../ui/Loading.tsx';
import { OutdatedNotice } from '../ui/OutdatedNotice.tsx';
import { isUnreachable } from './ApiError.ts';
import { isNotFound, useLastAnswer, type QueryState } from './useLastAnswer.ts';

export interface ViewedQuery<Data> extends QueryState<Data> {
  refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  query: ViewedQuery<Data>;
  /** What is loaded, as within a sentence: "your events". */
  what: string;
  lines?: number;
  lineHeight?: number;
  loading?: ReactNode;
  /** Title of the error. Default: "Your events could not be loaded". */
  failure?: string;
  /** Buttons beside "Retry". */
  failureActions?: ReactNode;
  /** Replaces the error where there is no such thing. */
  missing?: ReactNode | ((error: Error) => ReactNode);
  empty?: ReactNode;
  /** Wraps everything that is not data, such as a page whose title is in the data. */
  frame?: (state: ReactNode, error: Error | null) => ReactNode;
  /** False where the data itself says that it is not current. */
  hasNotice?: boolean;
  children: (data: Data, isOutdated: boolean) => ReactNode;
}

/** The states of a query: loading, error with retry, not found, empty, data, and data that could not be refreshed. */
export function QueryView<Data extends object>({
  query,
  children,
  empty,
  hasNotice = true,
  ...props
}: QueryViewProps<Data>) {
  const { shown, isOutdated, error } = useLastAnswer(query);
  if (shown === undefined) {
    const state = failureState(error, { query, ...props });
    return props.frame?.(state, error) ?? state;
  }
  return (
    <>
      {isOutdated && hasNotice && (
        <OutdatedNotice title={`${upperFirst(props.what)} may be out of date`} onRetry={() => void query.refetch()}>
          {isUnreachable(query.error) ? undefined : query.error?.message}
        </OutdatedNotice>
      )}
      <Fragment key="data">
        {empty !== undefined && Array.isArray(shown) && shown.length === 0 ? empty : children(shown, isOutdated)}
      </Fragment>
    </>
  );
}

type StateProps = Omit<QueryViewProps<object>, 'children' | 'empty' | 'hasNotice'>;

function failureState(error: Error | null, { query, what, ...props }: StateProps): ReactNode {
  const { lines, lineHeight, loading, failure, failureActions, missing } = props;
  if (error === null)
    return (
      loading ?? <Loading label={`Loading ${what}`} {...(lines && { lines })} {...(lineHeight && { lineHeight })} />
    );
  if (missing !== undefined && isNotFound(error)) return typeof missing === 'function' ? missing(error) : missing;
  return (
    <ErrorState
      title={failure ?? `${upperFirst(what)} could not be loaded`}
      onRetry={() => void query.refetch()}
      actions={failureActions}
    >
      {error.message}
    </ErrorState>
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
