import { useMemo } from 'react';
import { classNames } from './classNames.ts';
import { parseRichText } from './parseRichText.ts';
import styles from './RichText.module.css';

interface RichTextProps {
  html: string;
  className?: string;
  /** Hosts that it may embed (site.frameHosts), for raw HTML. Default: no frames. */
  frameHosts?: readonly string[];
}

/** User-written HTML, sanitized. */
export function RichText({ html, className, frameHosts }: RichTextProps) {
  const content = useMemo(() => parseRichText(html, frameHosts ? { frameHosts } : {}), [html, frameHosts]);
  return <div className={classNames(styles.text, className)}>{content}</div>;
}
