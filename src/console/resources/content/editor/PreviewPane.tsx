import { useState } from 'react';
import { hasCards } from '../../../../../domain/content/content.ts';
import type { PageVersion } from '../../../../../domain/content/page-content.ts';
import { useModel } from '../../../../app/useModel.ts';
import { useSiteSettings } from '../../../../app/shell/siteSettings.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { SegmentedChoice } from '../../../../ui/SegmentedChoice.tsx';
import { useMedia } from '../../../../ui/useMedia.ts';
import { formatInstant } from '../../../values/formats.ts';
import { PreviewFrame } from './PreviewFrame.tsx';
import { previewPage } from './previewPage.ts';
import type { PageEditing } from './usePageEditor.ts';
import layout from '../../../../ui/layout.module.css';
import editorStyles from './editor.module.css';
import styles from './preview.module.css';

interface PreviewPaneProps {
  editor: PageEditing;
  selected: string | null;
  /** A version to preview instead of the draft. */
  shown: PageVersion | null;
  isLarge: boolean;
  onLarge?: (isLarge: boolean) => void;
  onSelect: (section: string) => void;
  /** Returns to the draft. */
  onLeave: () => void;
}

const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;
const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The page as visitors will see it, on a desktop or a phone, in both themes. */
export function PreviewPane({ editor, selected, shown, isLarge, onLarge, onSelect, onLeave }: PreviewPaneProps) {
  const { timezone } = useModel().site;
  const settings = useSiteSettings();
  const [mode, setMode] = useState<'desktop' | 'phone'>(useMedia('below-large') ? 'phone' : 'desktop');
  const [theme, setTheme] = useState<'light' | 'dark' | null>(null);
  const page = previewPage(shown?.content ?? editor.content, settings);
  const ofPage = page.theme === 'dark' ? 'dark' : 'light';
  return (
    <div className={layout.stack3}>
      <div className={styles.previewBar}>
        <SegmentedChoice label="Shown as on a" choices={WIDTHS} value={mode} onChange={setMode} />
        <SegmentedChoice label="Theme" choices={THEMES} value={theme ?? ofPage} onChange={setTheme} />
        {onLarge && (
          <Button
            size="small"
            variant="quiet"
            icon={isLarge ? 'chevron-right' : 'chevron-left'}
            onClick={() => onLarge(!isLarge)}
          >
            {isLarge ? 'Smaller' : 'Larger'}
          </Button>
        )}
      </div>
      {shown && (
        <Banner
          tone="information"
          role="status"
          actions={
            <Button size="small" onClick={onLeave}>
              Back to the draft
            </Button>
          }
        >
          This is version {shown.number}, as it was {shown.kind === 'published' ? 'published' : 'saved'} on{' '}
          {formatInstant(shown.publishedAt, timezone)}.
        </Banner>
      )}
      <PreviewFrame
        page={page}
        mode={mode}
        theme={theme ?? ofPage}
        selected={shown ? null : editor.content.cards.findIndex(({ key }) => key === selected) + 1}
        onSelect={(place) => {
          const key = shown ? undefined : editor.content.cards[place - 1]?.key;
          if (key !== undefined) onSelect(key);
        }}
      />
      <p className={editorStyles.quiet}>
        {shown || !hasCards(page.type)
          ? 'Links do not lead away here.'
          : 'Choose a card here to edit it. Links do not lead away.'}
      </p>
    </div>
  );
}
