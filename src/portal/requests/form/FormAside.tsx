import { Suspense, useEffect, useState } from 'react';
import { formatMoney } from '../../../../domain/values/formats.ts';
import { Card } from '../../../ui/Card.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { CostType } from '../../../../domain/requests/request-form.ts';
import { COST_TEXTS } from '../../../requests/costTexts.ts';
import { PriceLines } from '../../../requests/PriceLines.tsx';
import type { FormPrice } from './price.ts';
import styles from './RequestFormPage.module.css';

/** Apart, since most people have no code. */
const DiscountCode = lazyComponent(() =>
  import('../../../requests/DiscountCode.tsx').then((module) => module.DiscountCode),
);

interface FormAsideProps {
  costType: CostType;
  price: FormPrice | undefined;
  /** The viewer has entered the code of a discount. Undefined: the request is someone else's. */
  onCode?: (() => unknown) | undefined;
}

export function FormAside({ costType, price, onCode }: FormAsideProps) {
  return (
    <aside className={styles.aside} aria-label="Price and next steps">
      {price && (
        <Card title="Price">
          {price.cents !== null && <p className={styles.price}>{formatMoney(price.cents)}</p>}
          <PriceLines lines={price.lines} />
          {price.cents === null && <p className={styles.quiet}>{noPriceText(price)}</p>}
          {onCode !== undefined && (
            <Suspense>
              <DiscountCode applied={appliedIn(price)} onEntered={onCode} />
            </Suspense>
          )}
          <PriceAnnouncement text={price.cents === null ? '' : `Price: ${formatMoney(price.cents)}`} />
        </Card>
      )}
      <Card title="What happens next">
        <ol className={styles.steps}>
          {COST_TEXTS[costType].steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
    </aside>
  );
}

/** Undefined while there is no price. */
function appliedIn({ cents, discount }: FormPrice): string | null | undefined {
  return cents === null ? undefined : (discount ?? null);
}

function noPriceText({ isByStaff }: FormPrice): string {
  return isByStaff
    ? 'Staff set the price after you submit your request.'
    : 'The price appears when you have answered the questions that it depends on.';
}

/** Milliseconds without a new price before it is announced. */
const PAUSE = 1_000;

/** Announces the price once the person has stopped typing. */
function PriceAnnouncement({ text }: { text: string }) {
  const [announced, announce] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => announce(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {announced}
    </p>
  );
}
