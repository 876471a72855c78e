import { arranged } from '../../../../domain/sessions/session-dates.ts';
import type { ChangeNotices } from '../../../resources/change-notices.ts';
import type { RowServices } from '../../../services.ts';
import { changeNote, countNotified } from '../session-change.ts';
import { plannedValues } from './planned-values.ts';

/** Of changes of several sessions in the list. */
export function sessionNotices(services: RowServices): ChangeNotices {
  const { db } = services;
  return {
    addNote: (tx, text) => (changeNote(tx).text = text),
    count: async (actor, ids, values) => {
      const rows = await db
        .selectFrom('instances')
        .selectAll()
        .where('id', 'in', [0, ...ids])
        .execute();
      const given = { ...values, ...plannedValues(services, values) };
      const changes = rows.map((before) => ({ actor, before, after: { ...before, ...arranged(given, before) } }));
      return (await countNotified(services, db, changes)).people;
    },
  };
}
