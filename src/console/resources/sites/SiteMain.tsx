import type { Row } from '../../../../domain/declarations/model.ts';
import { RecordActions } from '../../../actions/ActionBar.tsx';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import { GeneratedMain, type MainProps } from '../../show/ShowPage.tsx';
import { viewEntry, type EditFrameProps } from '../../form/EditPage.tsx';
import { RecordTitle } from '../../values/ReferenceName.tsx';
import { EmbedCard } from './EmbedCard.tsx';
import styles from './sites.module.css';

/** A registered site, and what its authors copy into their pages: its page is where one arrives after adding it. */
export function SiteMain({ resource, row }: MainProps) {
  return (
    <>
      <GeneratedMain resource={resource} row={row} />
      <Embed row={row} />
    </>
  );
}

function Embed({ row }: { row: Row }) {
  return <EmbedCard site={String(row['url'])} canEmbed={row['active'] === true && row['canEmbed'] === true} />;
}

/** The form of a registered site, beside what its authors copy into their pages. */
export function SiteFrame({ resource, edit, allowLeaving, children }: EditFrameProps) {
  const { base } = edit;
  return (
    <RecordFrame
      resource={resource}
      title={<RecordTitle resource={resource} row={base} />}
      actions={
        <RecordActions
          resource={resource}
          row={base}
          part="deletions"
          first={[viewEntry(resource, base['id'] as number)]}
          onLeaving={allowLeaving}
        />
      }
    >
      <div className={styles.columns}>
        <div>{children}</div>
        <Embed row={base} />
      </div>
    </RecordFrame>
  );
}
