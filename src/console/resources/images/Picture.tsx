import { imageFacts, imageSrcSet, imageUrl } from '../../../../domain/values/images.ts';
import styles from './images.module.css';

/** A stored picture, as large as the available space. */
export function Picture({ file, alt }: { file: string; alt: string }) {
  const facts = imageFacts(file);
  return (
    <img
      className={styles.picture}
      src={imageUrl(file)}
      srcSet={imageSrcSet(file)}
      sizes="min(90vw, 820px)"
      alt={alt}
      {...(facts ? { width: facts.width, height: facts.height } : {})}
      decoding="async"
    />
  );
}
