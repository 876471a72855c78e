import type { WidgetProps } from '../widgetProps.ts';
import styles from './inputs.module.css';

/** Text to read. The server has sanitised the HTML when the form was saved. */
export function DisplayOnly({ property }: WidgetProps) {
  const html = property['x-html'];
  return html ? <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
