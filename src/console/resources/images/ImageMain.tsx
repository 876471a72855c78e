import { imageFacts, imageUrl, storedWidths } from '../../../../domain/values/images.ts';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Table } from '../../../ui/Table.tsx';
import { History } from '../../show/History.tsx';
import { RelatedRecords } from '../../show/RelatedRecords.tsx';
import type { MainProps } from '../../show/ShowPage.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Picture } from './Picture.tsx';
import styles from './images.module.css';

/** An image, with all its stored sizes. */
export function ImageMain({ resource, row }: MainProps) {
  const file = String(row['file'] ?? '');
  const alt = typeof row['alt'] === 'string' ? row['alt'] : '';
  return (
    <>
      <Card>
        <figure>
          <Picture file={file} alt={alt} />
          <figcaption className={styles.caption}>
            {alt === '' ? (
              <Chip tone="orange" icon="eye-off">
                No alternative text: screen readers cannot describe it
              </Chip>
            ) : (
              alt
            )}
          </figcaption>
        </figure>
      </Card>
      <Card
        title="Sizes and addresses"
        description="Browsers choose the best size. Copy an address to use the image elsewhere."
        flush
      >
        <Sizes file={file} />
      </Card>
      <RelatedRecords resource={resource} id={row['id'] as number} />
      {resource.can.history && <History resource={resource} row={row} />}
    </>
  );
}

/** The address of every stored size, the largest first. */
function Sizes({ file }: { file: string }) {
  const facts = imageFacts(file);
  const whole = { width: facts?.width ?? 0, address: imageUrl(file) };
  const sizes = [
    whole,
    ...storedWidths(file)
      .toReversed()
      .map((width) => ({ width, address: imageUrl(file, width) })),
  ];
  const scaledHeight = (width: number) => (facts ? Math.round((width * facts.height) / facts.width) : 0);
  return (
    <Table
      caption="Sizes and addresses"
      rows={sizes}
      rowKey={({ address }) => address}
      columns={[
        {
          key: 'size',
          header: 'Pixels',
          cell: ({ width }) => (
            <span className={styles.size}>
              {width} × {scaledHeight(width)}
            </span>
          ),
        },
        {
          key: 'address',
          header: 'Address',
          cell: ({ address }) => (
            <a className={styles.address} href={address} target="_blank" rel="noopener noreferrer">
              {address}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          ),
        },
        {
          key: 'copy',
          header: 'Copy',
          align: 'end',
          cell: ({ address, width }) => (
            <CopyButton text={new URL(address, location.origin).href} label="Copy" of={`address at ${width} pixels`} />
          ),
        },
      ]}
    />
  );
}
