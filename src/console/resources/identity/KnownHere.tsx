import { formatCount } from '../../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { KnownIdentities } from '../../../../domain/calls/logins.ts';

/** How many people a directory or provider has led here; those who wait are one click away. */
export function KnownHere({
  provider,
  known: { linked, waiting, removed },
}: {
  provider: string;
  known: KnownIdentities;
}) {
  return (
    <>
      {formatCount(linked, 'person', 'people')} with an account,{' '}
      {waiting === 0 ? (
        'nobody waiting for one'
      ) : (
        <Link to={waitingPath(provider)}>{`${waiting} waiting for one`}</Link>
      )}
      , {removed} removed
    </>
  );
}

function waitingPath(provider: string): string {
  return `/admin/identities?filter=${encodeURIComponent(JSON.stringify({ provider, userId_null: true }))}`;
}
