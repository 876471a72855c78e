import type { Actor } from '../../domain/declarations/actor.ts';
import { ALWAYS, NEVER, parseRule, resolveVariables, type Condition } from '../../domain/declarations/condition.ts';
import { Variables } from '../../domain/declarations/condition-variables.ts';
import type { Kind } from '../../domain/declarations/kind-traits.ts';
import type { Model, Resource, Row } from '../../domain/declarations/model.ts';
import { enteredRow, recordFaults } from '../../domain/declarations/record-rules.ts';
import { sameJson } from '../../domain/values/json.ts';
import { accessTo, canAccess, isUnlimited, UNLIMITED, type Access } from '../declarations/permission.ts';
import { parsedRules } from '../declarations/record-rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { PermissionStore } from './permission-store.ts';
import { CommandRegistry, type Action } from './command-registry.ts';
import { invalid, notFound, type FieldErrors } from './refusals.ts';
import { View } from './view.ts';

/** Where the files of a field kind are stored: each file is the `field` of a row of `resource`. */
export interface FileStore {
  resource: string;
  field: string;
}

export class AccessResolver {
  readonly model: Model;
  /** Registered by the features that store files. */
  readonly stores = new Map<Kind['stored'], FileStore>();
  readonly commands = new CommandRegistry();
  private readonly permissions: PermissionStore;
  private readonly clock: Clock;
  private readonly wholes = new WeakMap<Resource, View>();
  private readonly shownViews = new WeakMap<Resource, View>();

  constructor(model: Model, permissions: PermissionStore, clock: Clock) {
    this.model = model;
    this.clock = clock;
    this.permissions = permissions;
  }

  /** Throws 404 for an undeclared name. */
  resource(name: string): Resource {
    const resource = this.model.resources.get(name);
    if (!resource) throw notFound(null);
    return resource;
  }

  access(actor: Actor, resource: Resource, action: string): Access {
    return accessTo(this.permissions.rules(), actor, resource, action, this.variables(actor));
  }

  /** The actions that the caller may run on some record of the resource. */
  permittedActions(actor: Actor, resource: Resource): Action[] {
    return this.commands
      .actionsOf(resource)
      .filter(({ declaration: { permission } }) => canAccess(this.access(actor, resource, permission)));
  }

  /** A declared condition on rows of the resource, for the caller now. */
  condition(actor: Actor, { fields }: Resource, written: object): Condition {
    const condition = parseRule(written, (name) => fields.find((field) => field.name === name));
    return resolveVariables(condition, this.variables(actor));
  }

  /** The messages of the declared rules that the row breaks; of an update, only of rules about a field that it changes. */
  ruleFaults(resource: Resource, row: Row, before: Row | null = null): FieldErrors {
    const changed = before && Object.keys(row).filter((name) => !sameJson(row[name], before[name]));
    const at = { now: this.clock.date(), timeZone: this.model.site.timezone };
    return recordFaults(parsedRules(resource), row, at, changed ?? undefined);
  }

  /** Refuses values of a record to come that break a declared rule. */
  requireRules(name: string, values: Readonly<Record<string, unknown>>): void {
    const resource = this.resource(name);
    const faults = this.ruleFaults(resource, enteredRow(resource.fields, values));
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }

  variables(actor: Actor): Variables {
    return new Variables(actor, this.clock.date(), this.model.site.timezone);
  }

  canRead(actor: Actor, resource: Resource): boolean {
    return canAccess(this.view(actor, resource).access);
  }

  view(actor: Actor, resource: Resource): View {
    if (actor.system === true) return this.whole(resource);
    if (isUnlimited(actor)) return this.shown(resource);
    const access = withoutInternal(resource, this.access(actor, resource, 'read'));
    const readableView = (name: string): View => this.view(actor, this.resource(name));
    return new View(
      resource,
      access,
      this.model.site,
      readableView,
      restorable(resource, () => this.access(actor, resource, 'delete')),
    );
  }

  /** All but what is for the server's own use. */
  private shown(resource: Resource): View {
    let view = this.shownViews.get(resource);
    if (!view) {
      const access = withoutInternal(resource, UNLIMITED);
      view = new View(
        resource,
        access,
        this.model.site,
        (name) => this.shown(this.resource(name)),
        restorable(resource, () => UNLIMITED),
      );
      this.shownViews.set(resource, view);
    }
    return view;
  }

  whole(resource: Resource): View {
    let view = this.wholes.get(resource);
    if (!view)
      this.wholes.set(
        resource,
        (view = new View(resource, UNLIMITED, this.model.site, (name) => this.whole(this.resource(name)), ALWAYS)),
      );
    return view;
  }
}

/** Internal fields exist for no caller, whatever the rules grant: neither in rows nor in filters and sorts. */
function withoutInternal(resource: Resource, access: Access): Access {
  const internal = new Set(resource.fields.flatMap(({ name, schema }) => (schema['x-internal'] === true ? name : [])));
  if (internal.size === 0) return access;
  return { rows: access.rows, field: (name) => (internal.has(name) ? NEVER : access.field(name)) };
}

/** The deleted rows that may be restored with this access. */
function restorable({ config: { softDelete, writes } }: Resource, deleting: () => Access): Condition {
  return softDelete && writes.delete ? deleting().rows : NEVER;
}
