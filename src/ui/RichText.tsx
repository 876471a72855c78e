import { useMemo } from 'react';
import { classNames } from './classNames.ts';
import { parseRichText } from './parseRichText.ts';
import styles from './RichText.module.css';

interface RichTextProps {
  html: string;
  className?: string;
  /** Hosts whose pages it may embed (site.frameHosts), for raw HTML. Without: no frames. */
  frameHosts?: readonly string[];
}

/** Text with markup from staff, reduced to what is allowed. */
export function RichText({ html, className, frameHosts }: RichTextProps) {
  const content = useMemo(() => parseRichText(html, frameHosts ? { frameHosts } : {}), [html, frameHosts]);
  return <div className={classNames(styles.text, className)}>{content}</div>;
}
