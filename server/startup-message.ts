import { DeclarationFaults } from './declarations/faults.ts';
import { isDatabaseDiskFull, isDiskFullError } from './platform/disk-space.ts';
import { causesOf } from './platform/error-causes.ts';
import { PostgresError } from './platform/postgres-programs.ts';
import { SettingsError } from './platform/settings.ts';
import { StartupError } from './prepare-database.ts';
import { SchemaSyncRefused } from './schema/sync.ts';

const EXPECTED = [SettingsError, DeclarationFaults, PostgresError, SchemaSyncRefused, StartupError];

/** What prevented the start, for the operator; null for an error that no one expects. */
export function startupMessage(error: unknown): string | null {
  if (error instanceof Error && EXPECTED.some((type) => error instanceof type)) return error.message;
  const full = causesOf(error).find(isDiskFullError);
  if (full === undefined) return null;
  const disk = isDatabaseDiskFull(full) ? 'The disk of the database' : 'The disk of the server';
  return `${disk} is full (${full.message}). Free some space, then start again.`;
}
