import type { SiteDisplaySettings } from '../../../domain/calls/content.ts';
import { imageFacts, imageSrcSet, imageUrl } from '../../../domain/values/images.ts';
import { MEDIA } from '../../../domain/values/media.ts';
import { classNames } from '../../ui/classNames.ts';
import { Wordmark } from './Wordmark.tsx';
import styles from './Logo.module.css';

export type LogoForm = 'lockup' | 'graphic' | 'square';
export type LogoFiles = Pick<SiteDisplaySettings, 'lockupURL' | 'graphicURL' | 'squareLogoURL'>;

export interface LogoProps {
  files: LogoFiles;
  productName: string;
  isLocked: boolean;
  form?: LogoForm | undefined;
}

/** Chosen by media queries, so that it is right before any script runs. A form without a picture falls back to the closest one. */
export function Logo({ files, productName, isLocked, form }: LogoProps) {
  const { lockupURL, graphicURL, squareLogoURL } = files;
  const rest = graphicURL ?? lockupURL ?? squareLogoURL;
  if (rest === null) return <Wordmark productName={productName} form={form ?? (isLocked ? 'graphic' : 'auto')} />;
  const full = lockupURL ?? rest;
  const square = squareLogoURL ?? rest;
  const look = classNames(styles.logo, isLocked && styles.low);
  if (form !== undefined) return <Picture file={{ lockup: full, graphic: rest, square }[form]} className={look} />;
  return (
    <picture>
      <Source file={square} media={MEDIA['below-medium']} />
      {!isLocked && <Source file={full} media={MEDIA['full-logo']} />}
      <Picture file={rest} className={look} />
    </picture>
  );
}

/** Height of the logo in the tall header in px, from which the width to load is derived. */
const HEIGHT = 64;

function Source({ file, media }: { file: string; media: string }) {
  return <source media={media} {...sizesOf(file)} srcSet={imageSrcSet(file) ?? imageUrl(file)} />;
}

function Picture({ file, className }: { file: string; className: string }) {
  return <img className={className} src={imageUrl(file)} {...sizesOf(file)} srcSet={imageSrcSet(file)} alt="" />;
}

function sizesOf(file: string): { sizes?: string; width?: number; height?: number } {
  const facts = imageFacts(file);
  if (facts === null) return {};
  const { width, height } = facts;
  return { sizes: `${Math.ceil((width / height) * HEIGHT)}px`, width, height };
}
