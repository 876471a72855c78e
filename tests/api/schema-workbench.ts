import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import type { Plan } from '../../server/schema/draft.ts';
import { planSync, SchemaSyncRefused, syncSchema } from '../../server/schema/sync.ts';
import { smallDeclarations, type Declarations } from '../factories/declarations.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';

/** Declarations and a database that is synchronized on demand. */
export class SchemaWorkbench {
  readonly files: Declarations = smallDeclarations();
  readonly scratch: ScratchDatabase;

  private constructor(scratch: ScratchDatabase) {
    this.scratch = scratch;
  }

  static async open(): Promise<SchemaWorkbench> {
    return new SchemaWorkbench(await scratchDatabase());
  }

  async close(): Promise<void> {
    this.files.remove();
    await this.scratch.drop();
  }

  async sync(allowLoss = false): Promise<Plan> {
    return syncSchema(this.scratch.db, await loadModel(this.files.root), { allowLoss });
  }

  async plan(): Promise<Plan> {
    return planSync(this.scratch.db, await loadModel(this.files.root));
  }

  /** Asserts that a sync is refused, and returns the refusal. */
  async refusal(allowLoss = false): Promise<SchemaSyncRefused> {
    const outcome = await this.sync(allowLoss).catch((error: unknown) => error);
    if (outcome instanceof SchemaSyncRefused) return outcome;
    throw outcome instanceof Error ? outcome : new Error('It was not refused.');
  }

  async run(text: string): Promise<Record<string, unknown>[]> {
    return (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(this.scratch.db)).rows;
  }
}
