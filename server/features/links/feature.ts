import type { Feature } from '../../feature.ts';
import { addLinksSwitch } from './switch.ts';

export const links: Feature = { name: 'links', checks: addLinksSwitch };
