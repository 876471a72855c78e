import { useModel } from '../app/useModel.ts';
import { formatInstant, formatInstantFully } from '../ui/instants.ts';

/** An instant in the zone of the campus: short, with the whole of it on hover. */
export function When({ at }: { at: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)}>
      {formatInstant(at, timezone)}
    </time>
  );
}
