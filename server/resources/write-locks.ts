import type { Model, Resource } from '../../domain/declarations/model.ts';
import type { Tx } from '../platform/database.ts';
import { takeLocks, type AdvisoryLock } from '../platform/locks.ts';
import { referrersTo } from './references.ts';
import type { WriteRules } from './write-rules.ts';

/** The advisory locks that rules declare for writes (`WriteRules.lockBefore`). They are taken before any row is locked. */
export class WriteLocks {
  private readonly model: Model;
  private readonly rules: WriteRules;
  private readonly ofDeletions = new Map<string, ReadonlySet<AdvisoryLock>>();

  constructor(model: Model, rules: WriteRules) {
    this.model = model;
    this.rules = rules;
  }

  async beforeWrite(tx: Tx, { name }: Resource): Promise<void> {
    await takeLocks(tx, this.rules.locksBefore(name));
  }

  /** Also those of the resources that the deletions change, or that an undo of them restores. */
  async beforeDeletion(tx: Tx, resources: readonly Resource[]): Promise<void> {
    await takeLocks(tx, new Set(resources.flatMap((resource) => [...this.ofDeletion(resource)])));
  }

  private ofDeletion(resource: Resource): ReadonlySet<AdvisoryLock> {
    let locks = this.ofDeletions.get(resource.name);
    if (locks === undefined) {
      const reached = new Set([resource]);
      for (const target of reached)
        for (const { resource: referring, onDelete } of referrersTo(this.model, target))
          if (onDelete !== 'restrict') reached.add(referring);
      locks = new Set([...reached].flatMap(({ name }) => [...this.rules.locksBefore(name)]));
      this.ofDeletions.set(resource.name, locks);
    }
    return locks;
  }
}
