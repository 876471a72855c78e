import type { Feature } from '../../feature.ts';
import { addBlockChecks } from './block-checks.ts';

export const blocks: Feature = { name: 'blocks', checks: addBlockChecks };
