import type { Feature } from '../../feature.ts';
import { tracingSettings } from '../../platform/tracing/settings.ts';
import { aboutTraces } from './diagnostics.ts';

export const tracing: Feature = { name: 'tracing', settings: tracingSettings, diagnostics: [aboutTraces] };
