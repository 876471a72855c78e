import { useMemo } from 'react';
import { parseRichText } from '../../ui/parseRichText.ts';
import styles from './values.module.css';

/** Headings of the text come under those of the record's sections. */
const LOWERED = 1;

export function RichText({ html }: { html: string }) {
  const content = useMemo(() => parseRichText(html, { lowered: LOWERED }), [html]);
  return <div className={styles.rich}>{content}</div>;
}
