import { sameJson } from '../../domain/values/json.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { AdvisoryLock } from '../platform/locks.ts';
import { invalid, type FieldErrors } from './refusals.ts';
import type { ChangesOf, Named, RowOf } from './typed-rows.ts';
import { schemaFaults } from './validation.ts';

/** A rule that the schema cannot express. Runs inside every write, after it; messages by field refuse the write. */
export type Check<N extends string = string> = (write: Write<N>) => Promise<FieldErrors | null | void>;

/** The write that a check examines. */
export interface Write<N extends string = string> {
  tx: Tx;
  actor: Actor;
  before: RowOf<N> | null;
  after: RowOf<N> | null;
}

/** A rule checked once for all rows of a write, to avoid a query per row. */
export type CheckAll<N extends string = string> = (writes: readonly Write<N>[]) => Promise<FieldErrors | null | void>;

/** A rule about the changed values alone, checked before anything is written: for values that are expensive or unsafe to store. */
export type ValueCheck<N extends string = string> = (changes: ChangesOf<N>) => FieldErrors;

/** Normalizes the changed values, given the row before. Runs before anything is checked or written. */
export type Amendment<N extends string = string> = (changes: ChangesOf<N>, before: RowOf<N> | null) => ChangesOf<N>;

const NO_LOCKS: ReadonlySet<AdvisoryLock> = new Set();

/** The rules that features register for writes, by resource. */
export class WriteRules {
  private readonly checks = new Map<string, CheckAll[]>();
  private readonly valueChecks = new Map<string, ValueCheck[]>();
  private readonly amendments = new Map<string, Amendment[]>();
  private readonly locks = new Map<string, Set<AdvisoryLock>>();

  /** Writes that create or change rows of the resource take this lock before they lock any row. */
  lockBefore<N extends string>(resource: Named<N>, lock: AdvisoryLock): void {
    this.locks.set(resource, new Set(this.locks.get(resource)).add(lock));
  }

  /** The locks that a write to the resource takes before it locks a row. */
  locksBefore(resource: string): ReadonlySet<AdvisoryLock> {
    return this.locks.get(resource) ?? NO_LOCKS;
  }

  /** Adds a check that runs within every write to the resource, once per row. */
  check<N extends string>(resource: Named<N>, check: Check<N>): void;
  check(resource: string, check: Check): void {
    this.checkAll(resource, async (writes) => {
      for (const write of writes) {
        const errors = await check(write);
        if (errors && Object.keys(errors).length > 0) return errors;
      }
    });
  }

  /** Adds a check that runs once for all rows of a write to the resource. */
  checkAll<N extends string>(resource: Named<N>, check: CheckAll<N>): void;
  checkAll(resource: string, check: CheckAll): void {
    this.checks.set(resource, [...(this.checks.get(resource) ?? []), check]);
  }

  /** Adds a check of the changed values, run before anything is written. */
  checkValues<N extends string>(resource: Named<N>, check: ValueCheck<N>): void;
  checkValues(resource: string, check: ValueCheck): void {
    this.valueChecks.set(resource, [...(this.valueChecks.get(resource) ?? []), check]);
  }

  /** Adds a normalization of the changed values, run before they are checked. */
  amend<N extends string>(resource: Named<N>, amendment: Amendment<N>): void;
  amend(resource: string, amendment: Amendment): void {
    this.amendments.set(resource, [...(this.amendments.get(resource) ?? []), amendment]);
  }

  /** The changes after all amendments, without those that the amendments have undone. `fixed`: values that are not amended. */
  amended(resource: Resource, changes: Row, before: Row | null, fixed?: Row): Row {
    const amendments = this.amendments.get(resource.name);
    if (!amendments && !fixed) return changes;
    const amended = { ...amendments?.reduce((given, amend) => amend(given, before), changes), ...fixed };
    return Object.fromEntries(Object.entries(amended).filter(([name, value]) => !sameJson(value, before?.[name])));
  }

  /** The faults of the changed values, by the resource's schema and the registered value checks. */
  faults(resource: Resource, changes: Row): FieldErrors {
    const checks = this.valueChecks.get(resource.name) ?? [];
    return Object.assign(schemaFaults(resource, changes), ...checks.map((check) => check(changes))) as FieldErrors;
  }

  /** Runs the checks of a write that has been made; throws 422 with the messages of the first that fails. */
  async enforce(resource: Resource, writes: readonly Write[]): Promise<void> {
    for (const check of this.checks.get(resource.name) ?? []) {
      const errors = await check(writes);
      if (errors && Object.keys(errors).length > 0) throw invalid(errors);
    }
  }
}
