import { useModel } from '../app/useModel.ts';
import { formatInstant, formatInstantFully } from '../ui/instants.ts';

/** An instant in the campus's zone: short, with the full form as a tooltip. */
export function When({ at }: { at: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)}>
      {formatInstant(at, timezone)}
    </time>
  );
}
