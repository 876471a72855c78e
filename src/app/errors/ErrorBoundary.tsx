import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { isUnreachable } from '../ApiError.ts';
import { queryClient } from '../queryClient.ts';
import { Ready } from '../Ready.tsx';
import { PageNotLoaded } from './PageNotLoaded.tsx';
import { reportError } from './reportError.ts';

interface ErrorBoundaryProps {
  /** Name of the screen, for the event log. */
  name: string;
  routePath: string;
  fallback?: ReactNode;
  children: ReactNode;
}

/** Contains the failure of a screen within the shell: reports it and offers a retry. One that the server could not be reached for is retried by itself. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; hasFailed: boolean }> {
  override state = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (isUnreachable(error)) return;
    const { name, routePath } = this.props;
    reportError(error, 'rendering', {
      component: name,
      routePath,
      data: info.componentStack
        ?.trim()
        .split('\n')
        .slice(0, 5)
        .map((line) => line.trim()),
    });
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryUnreached);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryUnreached);
  }

  retryUnreached = () => {
    if (isUnreachable(this.state.error)) this.retry();
  };

  retry() {
    // Failed queries are reset, so that the retry fetches again.
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    this.setState({ error: null, hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    if (isUnreachable(this.state.error)) return <PageNotLoaded onRetry={() => this.retry()} />;
    return (
      <Page title="">
        <Card>
          <ErrorState
            title="This page stopped working"
            onRetry={() => this.retry()}
            actions={
              <ButtonLink to="/" variant="quiet">
                Go to the home page
              </ButtonLink>
            }
          >
            The error has been reported. Try again, or come back later.
          </ErrorState>
        </Card>
        <Ready />
      </Page>
    );
  }
}
