import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import layout from '../../../ui/layout.module.css';

/** One way to pay. */
export function Method({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card title={title} {...(text === undefined ? {} : { description: text })}>
      <div className={layout.stack3}>{children}</div>
    </Card>
  );
}
