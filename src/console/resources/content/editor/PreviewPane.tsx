import { formatInstant } from '../../../../../domain/values/formats.ts';
import { useState } from 'react';
import { hasCards } from '../../../../../domain/content/content.ts';
import type { PageVersion } from '../../../../../domain/calls/page-editor.ts';
import { useModel } from '../../../../app/useModel.ts';
import { useSiteSettings } from '../../../../app/shell/siteSettings.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import type { EditorPanes } from '../../../editing/EditorShell.tsx';
import { PreviewTools, type PreviewTheme } from '../../../editing/PreviewTools.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { previewPage } from './previewPage.ts';
import type { PageEditing } from './usePageEditor.ts';
import layout from '../../../../ui/layout.module.css';
import styles from './editor.module.css';

interface PreviewPaneProps {
  editor: PageEditing;
  selected: string | null;
  panes: EditorPanes;
  /** A version to preview instead of the draft. */
  version: PageVersion | null;
  onSelect: (section: string) => void;
  /** Returns to the draft. */
  onLeave: () => void;
}

const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;
/** The page as visitors will see it. */
export function PreviewPane({ editor, selected, panes, version, onSelect, onLeave }: PreviewPaneProps) {
  const { timezone } = useModel().site;
  const settings = useSiteSettings();
  const [device, setDevice] = useState<'desktop' | 'phone'>(useMedia('below-large') ? 'phone' : 'desktop');
  const [theme, setTheme] = useState<PreviewTheme | null>(null);
  const page = previewPage(version?.content ?? editor.content, settings);
  const pageTheme = page.theme === 'dark' ? 'dark' : 'light';
  return (
    <div className={layout.stack3}>
      <PreviewTools
        devices={DEVICES}
        device={device}
        onDevice={setDevice}
        theme={{ value: theme ?? pageTheme, onChange: setTheme }}
        panes={panes}
      />
      {version && (
        <Banner
          tone="information"
          role="status"
          actions={
            <Button size="small" onClick={onLeave}>
              Back to the draft
            </Button>
          }
        >
          This is version {version.number}, as it was {version.kind === 'published' ? 'published' : 'saved'} on{' '}
          {formatInstant(version.publishedAt, timezone)}.
        </Banner>
      )}
      <PreviewFrame
        page={page}
        mode={device}
        theme={theme ?? pageTheme}
        selected={version ? null : editor.content.cards.findIndex(({ key }) => key === selected) + 1}
        onSelect={(place) => {
          const key = version ? undefined : editor.content.cards[place - 1]?.key;
          if (key !== undefined) onSelect(key);
        }}
      />
      <p className={styles.quiet}>
        {version || !hasCards(page.type)
          ? 'Links are disabled here.'
          : 'Choose a card to edit it. Links are disabled here.'}
      </p>
    </div>
  );
}
