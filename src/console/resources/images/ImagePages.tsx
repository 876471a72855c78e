import type { ClientResource, Row } from '../../../../domain/model.ts';
import { imageFacts, imageSrcSet, imageUrl, storedWidths } from '../../../../domain/images.ts';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Table } from '../../../ui/Table.tsx';
import { EditPage, type RecordPageProps } from '../../form/EditPage.tsx';
import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { ListPage } from '../../list/ListPage.tsx';
import { History } from '../../show/History.tsx';
import { RelatedRecords } from '../../show/RelatedRecords.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { CopyButton } from '../../values/CopyButton.tsx';
import { UploadPictures } from './UploadPictures.tsx';
import styles from './images.module.css';

/** The library: its list, and the way to add to it. */
export function ImagesPage({ resource }: RecordPageProps) {
  if (!resource.can.update) return <ListPage resource={resource} />;
  return <UploadPictures>{(button) => <ListPage resource={resource} mainAction={button} />}</UploadPictures>;
}

export function ImagePage(props: RecordPageProps) {
  return <ShowPage {...props} main={ImageMain} mainShows={['file', 'alt']} />;
}

export function ImageEditPage(props: RecordPageProps) {
  return <EditPage {...props} form={ImageForm} />;
}

function ImageMain({ resource, row }: { resource: ClientResource; row: Row }) {
  const file = String(row['file'] ?? '');
  const alt = typeof row['alt'] === 'string' ? row['alt'] : '';
  return (
    <>
      <Card>
        <figure>
          <Picture file={file} alt={alt} />
          <figcaption className={styles.caption}>
            {alt === '' ? <Chip tone="orange" icon="eye-off">No alternative text: nobody is told what it shows</Chip> : alt}
          </figcaption>
        </figure>
      </Card>
      <Card title="Sizes and addresses" description="Browsers take the size that fits by themselves. To use one elsewhere, copy its address." flush>
        <Sizes file={file} />
      </Card>
      <RelatedRecords resource={resource} id={row['id'] as number} />
      {resource.can.history && <History resource={resource} row={row} />}
    </>
  );
}

function Picture({ file, alt }: { file: string; alt: string }) {
  const facts = imageFacts(file);
  return (
    <img
      className={styles.picture}
      src={imageUrl(file)}
      srcSet={imageSrcSet(file)}
      sizes="(width < 1000px) 90vw, 820px"
      alt={alt}
      {...(facts ? { width: facts.width, height: facts.height } : {})}
      decoding="async"
    />
  );
}

/** Every stored size with its address, the whole one first. */
function Sizes({ file }: { file: string }) {
  const facts = imageFacts(file);
  const whole = { width: facts?.width ?? 0, address: imageUrl(file) };
  const sizes = [whole, ...storedWidths(file).toReversed().map((width) => ({ width, address: imageUrl(file, width) }))];
  const heightOf = (width: number) => (facts ? Math.round((width * facts.height) / facts.width) : 0);
  return (
    <Table
      caption="Sizes and addresses"
      rows={sizes}
      rowKey={({ address }) => address}
      columns={[
        { key: 'size', header: 'Pixels', cell: ({ width }) => <span className={styles.size}>{width} × {heightOf(width)}</span> },
        { key: 'address', header: 'Address', cell: ({ address }) => <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">{address}<span className="visually-hidden"> (opens in a new tab)</span></a> },
        { key: 'copy', header: 'Copy', align: 'end', cell: ({ address, width }) => <CopyButton text={new URL(address, location.origin).href} label="Copy" of={`address at ${width} pixels`} /> },
      ]}
    />
  );
}

/** What it shows is easier to say with the picture above. */
function ImageForm(props: RecordFormProps) {
  const file = props.record?.['file'];
  return (
    <div className={styles.form}>
      {typeof file === 'string' && <Picture file={file} alt="" />}
      <GeneratedForm {...props} />
    </div>
  );
}
