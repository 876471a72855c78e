import type { Feature } from '../../feature.ts';
import { registerSearch } from './routes.ts';
import { addMissingSearchTexts, keepSearchTexts } from './search-texts.ts';

export const search: Feature = {
  name: 'search',
  checks: keepSearchTexts,
  routes: registerSearch,
  catchUp: addMissingSearchTexts,
};
