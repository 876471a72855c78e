import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { queryClient } from '../queryClient.ts';
import { Ready } from '../routing/Ready.tsx';
import { reportError } from './reportError.ts';

interface ErrorBoundaryProps {
  /** The screen, for the event log. */
  name: string;
  routePath: string;
  /** Instead of the page that says so inside the shell. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the shell when a screen fails: says so, reports it, and offers to try again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; hasFailed: boolean }> {
  override state = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
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

  retry() {
    if (isOutdated(this.state.error)) return window.location.reload();
    // What a screen waits for is asked for again.
    void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    this.setState({ error: null, hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
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
            The error has been reported to the people who look after this site. Try again; if it stays, come back later.
          </ErrorState>
        </Card>
        <Ready />
      </Page>
    );
  }
}

/** A chunk that is gone: the site was updated since this tab was opened. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script/i.test(error.message);
}
