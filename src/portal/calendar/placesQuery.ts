import { rowsQuery } from '../../app/rows.ts';

/** Shared by the calendar, its document and the dialog of a class. */
export const placesQuery = rowsQuery('locations', { sort: 'displayName', limit: 200 });
