import { formatInstant, formatInstantFully } from '../../domain/values/formats.ts';
import { useModel } from '../app/useModel.ts';

/** An instant in the campus's zone: short, with the full form as a tooltip. */
export function When({ at }: { at: string }) {
  const { timezone } = useModel().site;
  return (
    <time dateTime={at} title={formatInstantFully(at, timezone)}>
      {formatInstant(at, timezone)}
    </time>
  );
}
