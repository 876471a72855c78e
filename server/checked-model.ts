import type { Model } from '../domain/declarations/model.ts';
import { DeclarationFaults } from './declarations/faults.ts';
import { loadModel } from './declarations/load-model.ts';
import { addCommands } from './feature.ts';
import { FEATURES } from './features/index.ts';
import { Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { Engine } from './resources/engine.ts';
import { PermissionStore } from './resources/permission-store.ts';
import type { Services } from './services.ts';

/** The declarations, once their actions are checked against the features' commands: before anything is changed in a database. */
export async function loadCheckedModel(root: string): Promise<Model> {
  const model = await loadModel(root);
  // Registering commands needs no connection, and opens none.
  const db = openDatabase('');
  const clock = new Clock();
  const engine = new Engine(db, model, new PermissionStore(db), clock);
  addCommands(FEATURES, { model, clock, db, engine } as Services);
  await db.destroy();
  const faults = engine.resolver.commands.faults(model.resources.values());
  if (faults.length > 0) throw new DeclarationFaults(faults);
  return model;
}
