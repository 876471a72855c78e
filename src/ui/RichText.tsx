import { useMemo } from 'react';
import { classNames } from './classNames.ts';
import { parseRichText } from './parseRichText.ts';
import styles from './RichText.module.css';

/** Text with markup from staff, reduced to what is allowed. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const content = useMemo(() => parseRichText(html), [html]);
  return <div className={classNames(styles.text, className)}>{content}</div>;
}
