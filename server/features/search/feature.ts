import type { Feature } from '../../feature.ts';
import { registerSearch } from './routes.ts';
import { addMissingSearchTexts, maintainSearchTexts } from './search-texts.ts';

export const search: Feature = {
  name: 'search',
  checks: maintainSearchTexts,
  routes: registerSearch,
  catchUp: addMissingSearchTexts,
};
