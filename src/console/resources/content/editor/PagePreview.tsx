import { formatInstant } from '../../../../../domain/values/formats.ts';
import { hasCards } from '../../../../../domain/content/content.ts';
import type { PageVersion } from '../../../../../domain/calls/page-editor.ts';
import { useModel } from '../../../../app/useModel.ts';
import { useSiteSettings } from '../../../../app/siteSettings.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { DEVICES, PreviewPane } from '../../../editing/PreviewPane.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { previewPage } from './previewPage.ts';
import type { PageEditing } from './usePageEditor.ts';
import styles from './editor.module.css';

interface PagePreviewProps {
  editor: PageEditing;
  selected: string | null;
  /** A version to preview instead of the draft. */
  version: PageVersion | null;
  onSelect: (section: string) => void;
  /** Returns to the draft. */
  onLeave: () => void;
}

/** The page as visitors will see it. */
export function PagePreview({ editor, selected, version, onSelect, onLeave }: PagePreviewProps) {
  const { timezone } = useModel().site;
  const page = previewPage(version?.content ?? editor.content, useSiteSettings());
  const { cards } = editor.content;
  return (
    <PreviewPane devices={DEVICES} theme={page.theme === 'dark' ? 'dark' : 'light'}>
      {(device, theme) => (
        <>
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
              This is version {version.number}, {version.kind === 'published' ? 'published' : 'saved'} on{' '}
              {formatInstant(version.publishedAt, timezone)}.
            </Banner>
          )}
          <PreviewFrame
            page={page}
            mode={device}
            theme={theme}
            selected={version ? null : cards.findIndex(({ key }) => key === selected) + 1}
            onSelect={(place) => {
              const key = version ? undefined : cards[place - 1]?.key;
              if (key !== undefined) onSelect(key);
            }}
          />
          <p className={styles.quiet}>
            {version === null && hasCards(page.type) && 'Select a card to edit it. '}Links are disabled here.
          </p>
        </>
      )}
    </PreviewPane>
  );
}
