import { imageFacts, imageFile, imageSrcSet, imageUrl } from '../../domain/images.ts';

export interface ContentImageProps {
  /** File of /api/Content. */
  file: string;
  /** Empty: decoration. */
  alt: string;
  /** How wide it is shown, as in the sizes attribute. */
  sizes: string;
  /** The first picture of a page: loaded before all others. */
  priority?: boolean;
  className?: string | undefined;
}

/** A stored image in the size that its place needs; its room is there before it is. */
export function ContentImage({ file, alt, sizes, priority = false, className }: ContentImageProps) {
  const name = imageFile(file);
  const facts = imageFacts(name);
  const known = facts === null ? {} : { width: facts.width, height: facts.height, srcSet: imageSrcSet(name), sizes };
  const order = priority
    ? { fetchPriority: 'high' as const }
    : { loading: 'lazy' as const, decoding: 'async' as const };
  // Sizes before the source: a browser that reads in order would load the whole image.
  return <img {...order} {...known} src={imageUrl(name)} alt={alt} className={className} />;
}
