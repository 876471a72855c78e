import { useResource } from '../../../app/useResources.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ConsoleFrame, type ConsoleFrameProps } from '../../frame/ConsoleFrame.tsx';

/** The console context of the content screens; denies access without permission to edit pages. */
export function ContentFrame({ children, ...list }: Omit<ConsoleFrameProps, 'resource'>) {
  const pages = useResource('pages');
  if (!pages?.can.update) {
    return (
      <Page title="No access">
        <ErrorState title="Your account cannot change pages">Ask an administrator for access.</ErrorState>
      </Page>
    );
  }
  return (
    <ConsoleFrame resource={pages} {...list}>
      {children}
    </ConsoleFrame>
  );
}
