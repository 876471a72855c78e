import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { showPath } from '../../engine/paths.ts';
import { RecordFrame } from '../../engine/RecordFrame.tsx';
import { DeleteButton } from '../../form/DeleteButton.tsx';
import { EditPage, type EditFrameProps, type RecordPageProps } from '../../form/EditPage.tsx';
import { RecordName } from '../../values/ReferenceName.tsx';
import { EmbedCard } from './EmbedCard.tsx';
import styles from './sites.module.css';

/** A registered site, beside what its authors copy into their pages. */
export function RegisteredSitePage({ resource, id }: RecordPageProps) {
  return <EditPage resource={resource} id={id} frame={SiteFrame} />;
}

function SiteFrame({ resource, edit, allowLeaving, children }: EditFrameProps) {
  const { base } = edit;
  const mayEmbed = base['active'] === true && base['mayEmbed'] === true;
  return (
    <RecordFrame
      resource={resource}
      title={<RecordName resource={resource} row={base} />}
      actions={
        <>
          <ButtonLink icon="eye" to={showPath(resource, base['id'] as number)}>
            View
          </ButtonLink>
          {resource.can.delete && <DeleteButton resource={resource} row={base} onDeleting={allowLeaving} />}
        </>
      }
    >
      <div className={styles.columns}>
        <div>{children}</div>
        <EmbedCard site={String(base['url'])} mayEmbed={mayEmbed} />
      </div>
    </RecordFrame>
  );
}
