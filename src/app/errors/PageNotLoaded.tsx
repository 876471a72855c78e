import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import type { NotLoadedProps } from '../../ui/PartNotLoaded.tsx';
import { Ready } from '../Ready.tsx';

/** In place of a page whose code or data could not be loaded, within the shell. */
export function PageNotLoaded({ onRetry }: NotLoadedProps) {
  return (
    <Page title="">
      <Card>
        <ErrorState
          title="This page could not be loaded"
          onRetry={onRetry}
          actions={
            <ButtonLink to="/" variant="quiet">
              Go to the home page
            </ButtonLink>
          }
        >
          The server could not be reached. The page loads automatically when the connection is back.
        </ErrorState>
      </Card>
      <Ready />
    </Page>
  );
}
