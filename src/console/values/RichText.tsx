import { useMemo } from 'react';
import { parseRichText } from '../../ui/parseRichText.ts';
import styles from './values.module.css';

/** A heading of the text must not outrank the headings of the page. */
const LOWERED = 2;

/** Formatted text of a record. */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => parseRichText(html, { lowered: LOWERED }), [html]);
  return <div className={styles.rich}>{content}</div>;
}
