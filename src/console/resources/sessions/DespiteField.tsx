import { Banner } from '../../../ui/Banner.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { formatCount } from '../../../ui/numbers.ts';
import { TextField } from '../../../ui/TextField.tsx';
import layout from '../../../ui/layout.module.css';

export interface DespiteFieldProps {
  /** Of how many sessions something is in the way. */
  count: number;
  mayOverride: boolean;
  /** Why they take place all the same; null while that is not wanted. */
  despite: string | null;
  error: string | undefined;
  onDespite: (despite: string | null) => void;
}

/** Says that something is in the way, and lets those who may go past it say why. */
export function DespiteField({ count, mayOverride, despite, error, onDespite }: DespiteFieldProps) {
  if (count === 0) return null;
  return (
    <Banner tone="warning" title={`${formatCount(count, 'session clashes', 'sessions clash')} with something`}>
      {mayOverride ? (
        <div className={layout.stack3}>
          <p>Choose another time or place, leave these dates out, or plan them all the same.</p>
          <CheckboxField
            label="Plan them despite the clashes"
            checked={despite !== null}
            onChange={({ target }) => onDespite(target.checked ? '' : null)}
          />
          {despite !== null && (
            <TextField
              label="Why"
              help="It is kept with your name."
              maxLength={500}
              value={despite}
              error={error}
              onChange={({ target }) => onDespite(target.value)}
            />
          )}
        </div>
      ) : (
        'Choose another time or place, or leave these dates out. Planning them all the same is up to an event administrator.'
      )}
    </Banner>
  );
}

/** Why sessions with clashes cannot be saved; undefined where they can. */
export function despiteFault(count: number, despite: string | null): string | undefined {
  return count > 0 && despite?.trim() === '' ? 'Say why' : undefined;
}
