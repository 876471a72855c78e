import { formatMoney } from '../../../../domain/values/formats.ts';
import { Card } from '../../../ui/Card.tsx';
import type { CostType } from '../../../../domain/requests/request-form.ts';
import { COST_TEXTS } from '../../../requests/costTexts.ts';
import type { Price } from './price.ts';
import styles from './RequestFormPage.module.css';

export function FormAside({ costType, price }: { costType: CostType; price: Price | undefined }) {
  return (
    <aside className={styles.aside} aria-label="Price and next steps">
      {price && (
        <Card title="Price">
          {price.cents !== null && <p className={styles.price}>{formatMoney(price.cents)}</p>}
          {price.lines.length > 0 ? (
            <dl className={styles.lines}>
              {price.lines.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ) : (
            price.cents === null && (
              <p className={styles.quiet}>
                {costType === 'Poster'
                  ? `It appears once width, height and copies are complete and correct, at ${COST_TEXTS.Poster.short}.`
                  : 'It is the amount that you enter.'}
              </p>
            )
          )}
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
