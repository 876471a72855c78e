import { imageFacts, imageFile, imageSrcSet, imageUrl } from '../../../domain/values/images.ts';

export interface ContentImageProps {
  file: string;
  /** Empty for a decorative image. */
  alt: string;
  /** The `sizes` attribute: the displayed width. */
  sizes: string;
  /** The first picture of a page, loaded with priority. */
  priority?: boolean;
  className?: string | undefined;
}

/** A stored image at the size its place needs; its space is reserved before it has loaded. */
export function ContentImage({ file, alt, sizes, priority = false, className }: ContentImageProps) {
  const name = imageFile(file);
  const facts = imageFacts(name);
  const known = facts === null ? {} : { width: facts.width, height: facts.height, srcSet: imageSrcSet(name), sizes };
  const order = priority
    ? { fetchPriority: 'high' as const }
    : { loading: 'lazy' as const, decoding: 'async' as const };
  // `sizes` precedes `src`: a browser that reads the attributes in order would otherwise load the full image.
  return <img {...order} {...known} src={imageUrl(name)} alt={alt} className={className} />;
}
