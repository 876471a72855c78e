import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { quoteLineLabel, type QuoteState } from '../../../../domain/requests/quotes.ts';
import { formatDay } from '../../../../domain/values/formats.ts';
import { Card } from '../../../ui/Card.tsx';
import { PriceLines } from '../../../requests/PriceLines.tsx';
import { When } from '../../../requests/When.tsx';
import styles from './SubmissionPage.module.css';

type Quote = SubmissionDetail['quotes'][number];

/** The latest quote line by line, and those that it replaced. */
export function Quotes({ quotes }: Pick<SubmissionDetail, 'quotes'>) {
  const [latest, ...earlier] = quotes;
  if (!latest) return null;
  return (
    <Card title={`Quote ${latest.number}`}>
      <QuoteContent quote={latest} />
      {earlier.length > 0 && (
        <details className={styles.earlierQuotes}>
          <summary>{earlier.length === 1 ? '1 earlier quote' : `${earlier.length} earlier quotes`}</summary>
          {earlier.map((quote) => (
            <section key={quote.number} aria-label={`Quote ${quote.number}`}>
              <p className={styles.since}>
                Quote {quote.number}, <When at={quote.at} />
              </p>
              <QuoteContent quote={quote} />
            </section>
          ))}
        </details>
      )}
    </Card>
  );
}

function QuoteContent({ quote }: { quote: Quote }) {
  const lines = quote.lines.map((line) => ({ label: quoteLineLabel(line), cents: line.quantity * line.unitCents }));
  return (
    <>
      <PriceLines lines={[...lines, { label: 'Total', cents: quote.totalCents }]} />
      <p className={styles.since}>{stateText(quote)}</p>
    </>
  );
}

const STATE_TEXTS: Readonly<Record<Exclude<QuoteState, 'sent'>, string>> = {
  accepted: 'Accepted.',
  changesRequested: 'Changes were requested.',
  superseded: 'Replaced by a newer quote.',
  withdrawn: 'No longer valid: the request was canceled.',
};

function stateText({ state, expiresOn, isExpired }: Quote): string {
  if (state !== 'sent') return STATE_TEXTS[state];
  const day = formatDay(expiresOn, 'dated');
  return isExpired ? `Expired: it was valid until ${day}. Ask for a new one.` : `Valid until ${day}.`;
}
