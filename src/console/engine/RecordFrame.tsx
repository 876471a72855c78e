import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Page } from '../../ui/Page.tsx';
import { listPath } from './paths.ts';

export interface RecordFrameProps {
  resource: ClientResource;
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page about one record: the way back to the list, what this is, and what can be done with it. */
export function RecordFrame({ resource, title, actions, children }: RecordFrameProps) {
  return (
    <Page title={title} actions={actions} back={{ to: listPath(resource), label: resource.config.label }}>
      {children}
    </Page>
  );
}
