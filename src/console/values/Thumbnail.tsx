import { useState } from 'react';
import { imageFacts, imageFile, imageUrl, storedWidths } from '../../../domain/values/images.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './values.module.css';

export interface ThumbnailProps {
  /** Name of a stored image, or its address. */
  file: string;
  /** What it shows; empty where the words beside it say so. */
  alt: string;
  inCell?: boolean;
}

const WIDTHS = { cell: 160, page: 320 } as const;

/** A stored image, small: in a table in a box of one size, elsewhere in its own shape. */
export function Thumbnail({ file: value, alt, inCell = false }: ThumbnailProps) {
  const [failed, setFailed] = useState('');
  const file = imageFile(value);
  const wanted = inCell ? WIDTHS.cell : WIDTHS.page;
  const src = storedWidths(file).includes(wanted) ? imageUrl(file, wanted) : imageUrl(file);
  const box = inCell ? styles.thumbnailCell : styles.thumbnail;
  if (failed === src) {
    return (
      <span className={classNames(box, styles.thumbnailGone)} title={`${file} is missing`}>
        <Icon name="image" size={16} label={`${alt || 'Image'} is missing`} />
      </span>
    );
  }
  return (
    <img
      className={box}
      src={src}
      alt={alt}
      {...thumbnailSize(file, inCell)}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}

/** The room that it takes before it is there. */
function thumbnailSize(file: string, inCell: boolean): { width?: number; height?: number } {
  const facts = imageFacts(file);
  if (inCell || facts === null) return {};
  const width = Math.min(facts.width, WIDTHS.page);
  return { width, height: Math.round((width * facts.height) / facts.width) };
}
