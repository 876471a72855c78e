import { Link } from 'react-router-dom';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { dueCents } from '../../../../domain/requests/workflow.ts';
import { formatDay, formatMoney } from '../../../../domain/values/formats.ts';
import styles from './SubmissionPage.module.css';

/** The amount of a quote or a payment, and where, until when and how to pay or to pick up. */
export function WhatToDo({ detail }: { detail: SubmissionDetail }) {
  const { errand, status, costCents, paidCents } = detail;
  if (errand === null) return null;
  const { place, hours, until, note, shelf } = errand;
  const isPayment = errand.kind === 'payment';
  const isQuote = status === 'Quoted';
  const verb = isPayment ? 'pay' : 'pick it up';
  return (
    <>
      {isPayment && costCents !== null && (
        <p className={styles.amount}>
          <strong>{formatMoney(isQuote ? costCents : dueCents({ costCents, paidCents }))}</strong>{' '}
          {isQuote ? 'quoted' : 'due'}
        </p>
      )}
      {(place ?? until ?? note ?? shelf) !== null && (
        <dl className={styles.errand}>
          {until !== null && (
            <>
              <dt>{isPayment ? 'Pay by' : 'Pick up by'}</dt>
              <dd>{formatDay(until, 'dated')}</dd>
            </>
          )}
          {place !== null && (
            <>
              <dt>Where to {verb}</dt>
              <dd>
                {place.path === null ? place.name : <Link to={place.path}>{place.name}</Link>}, {place.room}
                {hours !== null && <small>{hours}</small>}
              </dd>
            </>
          )}
          {shelf !== null && (
            <>
              <dt>Shelf</dt>
              <dd>{shelf}</dd>
            </>
          )}
          {note !== null && (
            <>
              <dt>How to {verb}</dt>
              <dd className={styles.text}>{note}</dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}
