import { RichText } from '../../ui/RichText.tsx';
import type { WidgetProps } from '../shared/widgetProps.ts';

/** Static text without an answer. */
export function DisplayOnly({ property }: WidgetProps) {
  const html = property['x-html'];
  return html ? <RichText html={html} /> : null;
}
