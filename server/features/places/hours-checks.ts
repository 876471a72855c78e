import { REQUIRED } from '../../resources/validation.ts';
import type { Services } from '../../services.ts';

/** Exceptions must end after they begin, and either give hours or be marked as closed. */
export function addHoursChecks({ engine }: Pick<Services, 'engine'>): void {
  engine.amend('hoursExceptions', (changes, before) => {
    const closed = changes.closed ?? before?.closed;
    return closed === true ? { ...changes, opensAt: null, closesAt: null } : changes;
  });
  engine.check('hoursExceptions', async ({ after }) => {
    if (!after) return null;
    const { startsOn, endsOn, closed, opensAt, closesAt } = after;
    const errors: Record<string, string> = {};
    if (endsOn < startsOn) errors['endsOn'] = 'Must not be before the first day';
    if (closed === true) return errors;
    if (opensAt == null) errors['opensAt'] = REQUIRED;
    if (closesAt == null) errors['closesAt'] = REQUIRED;
    if (opensAt != null && closesAt != null && closesAt <= opensAt) errors['closesAt'] = 'Must be after it opens';
    return errors;
  });
}
