import type { SessionDetails } from '../../../../domain/calls/sessions.ts';
import { imageUrl } from '../../../../domain/values/images.ts';
import { ContentImage } from '../../../content/cards/ContentImage.tsx';
import { HtmlContent } from '../../../content/cards/HtmlContent.tsx';
import { Card } from '../../../ui/Card.tsx';
import styles from './Questions.module.css';

/** How to get to a session, by words and on a map of the building. */
export function HowToGetThere({ session: { directions, plan } }: { session: SessionDetails }) {
  if (directions === '' && plan === null) return null;
  return (
    <Card title="How to get there">
      {directions !== '' && <p className={styles.words}>{directions}</p>}
      {plan !== null && (
        <a className={styles.plan} href={imageUrl(plan.file)}>
          <ContentImage file={plan.file} alt={plan.alt} sizes="min(100vw, 720px)" />
          <span className="visually-hidden"> (the map in full size)</span>
        </a>
      )}
    </Card>
  );
}

export function WhatToBring({ session: { bring } }: { session: SessionDetails }) {
  if (bring === '') return null;
  return (
    <Card title="What to bring">
      <HtmlContent html={bring} under={2} />
    </Card>
  );
}
