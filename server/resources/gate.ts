import type { Actor } from '../../domain/actor.ts';
import { Variables } from '../../domain/condition-variables.ts';
import type { Kind } from '../../domain/kind-traits.ts';
import type { Model, Resource } from '../../domain/model.ts';
import { accessTo, canAccess, isUnlimited, UNLIMITED, type Access, type Action } from '../../domain/permission.ts';
import type { Clock } from '../platform/clock.ts';
import type { PermissionStore } from './permission-store.ts';
import { notFound } from './refusals.ts';
import { View } from './view.ts';

/** Where the files are kept that fields of some kinds name: each is the `field` of a row of `resource`. */
export interface FileStore {
  resource: string;
  field: string;
}

/** What a caller may do, by the declarations and the permission rules. */
export class Gate {
  readonly model: Model;
  /** Filled by the features that store files. */
  readonly stores = new Map<Kind['stored'], FileStore>();
  private readonly permissions: PermissionStore;
  private readonly clock: Clock;
  private readonly wholes = new WeakMap<Resource, View>();

  constructor(model: Model, permissions: PermissionStore, clock: Clock) {
    this.model = model;
    this.clock = clock;
    this.permissions = permissions;
  }

  /** Throws 404 for a name that is not declared. */
  resource(name: string): Resource {
    const resource = this.model.resources.get(name);
    if (!resource) throw notFound(null);
    return resource;
  }

  access(actor: Actor, resource: Resource, action: Action): Access {
    const variables = new Variables(actor, this.clock.date(), this.model.site.timezone);
    return accessTo(this.permissions.rules(), actor, resource, action, variables);
  }

  /** Whether the caller may read anything of the resource. */
  canRead(actor: Actor, resource: Resource): boolean {
    return canAccess(this.view(actor, resource).access);
  }

  /** What the caller may read of the resource. */
  view(actor: Actor, resource: Resource): View {
    if (isUnlimited(actor)) return this.whole(resource);
    return new View(resource, this.access(actor, resource, 'read'), (name) => this.view(actor, this.resource(name)));
  }

  /** All of the resource. */
  whole(resource: Resource): View {
    let view = this.wholes.get(resource);
    if (!view)
      this.wholes.set(resource, (view = new View(resource, UNLIMITED, (name) => this.whole(this.resource(name)))));
    return view;
  }
}
