import { useGetList } from 'ra-core';
import { useMemo, useState } from 'react';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { showPath } from '../../engine/paths.ts';
import type { RecordPageProps } from '../../engine/pageProps.ts';
import { EditPage, type EditFrameProps } from '../../form/EditPage.tsx';
import { displaySettingsOf } from './displaySettings.ts';
import { SitePreview } from './SitePreview.tsx';
import styles from './site.module.css';

const LEAD = 'Header, footer and banners. Visitors see changes after you save.';

/** There is a single row of settings, so its form is the whole screen. */
export function SiteSettingsPage({ resource }: RecordPageProps) {
  const { data, error, refetch } = useGetList(
    resource.name,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' }, filter: {} },
    { retry: false },
  );
  const row = data?.[0];
  if (row && resource.can.update) return <EditPage resource={resource} id={String(row.id)} frame={SettingsFrame} />;
  return (
    <Page title={resource.config.label}>
      {error || data ? (
        <ErrorState title="The settings could not be loaded" onRetry={() => void refetch()}>
          {error instanceof Error ? error.message : 'There are no settings that you can change.'}
        </ErrorState>
      ) : (
        <Loading label="Loading the settings" lines={8} lineHeight={40} />
      )}
    </Page>
  );
}

function SettingsFrame({ resource, edit, children }: EditFrameProps) {
  const settings = useMemo(() => displaySettingsOf(edit.data), [edit.data]);
  // Form and preview alternate where both do not fit.
  const isNarrow = useMedia('below-full');
  const [part, setPart] = useState('form');
  return (
    <Page
      title={resource.config.label}
      lead={LEAD}
      actions={
        resource.can.history && (
          <ButtonLink icon="history" to={showPath(resource, edit.base['id'] as number)}>
            History
          </ButtonLink>
        )
      }
    >
      <Tabs
        label="Parts of the page"
        selected={part}
        onSelect={setPart}
        beside={isNarrow ? null : (styles.screen ?? '')}
        tabs={[
          {
            key: 'form',
            label: 'Settings',
            isAlwaysMounted: true,
            content: <div className={styles.formSide}>{children}</div>,
          },
          {
            key: 'preview',
            label: 'Preview',
            content: (
              <div className={styles.previewSide}>
                <SitePreview settings={settings} />
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}
