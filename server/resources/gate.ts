import type { Actor } from '../../domain/actor.ts';
import { Variables } from '../../domain/condition-variables.ts';
import type { Kind } from '../../domain/kind-traits.ts';
import type { Model, Resource } from '../../domain/model.ts';
import { accessTo, canAccess, isUnlimited, UNLIMITED, type Access, type Action } from '../../domain/permission.ts';
import type { Clock } from '../platform/clock.ts';
import type { PermissionStore } from './permission-store.ts';
import { notFound } from './refusals.ts';
import { View } from './view.ts';

/** Where a kind of field keeps its files: each file is the `field` of a row of `resource`. */
export interface FileStore {
  resource: string;
  field: string;
}

/** Resolves what a caller may do from declarations and permission rules. */
export class Gate {
  readonly model: Model;
  /** Registered by the features that store files. */
  readonly stores = new Map<Kind['stored'], FileStore>();
  private readonly permissions: PermissionStore;
  private readonly clock: Clock;
  private readonly wholes = new WeakMap<Resource, View>();

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

  access(actor: Actor, resource: Resource, action: Action): Access {
    const variables = new Variables(actor, this.clock.date(), this.model.site.timezone);
    return accessTo(this.permissions.rules(), actor, resource, action, variables);
  }

  /** Whether the caller may read anything of the resource. */
  canRead(actor: Actor, resource: Resource): boolean {
    return canAccess(this.view(actor, resource).access);
  }

  /** The resource as the caller may read it. */
  view(actor: Actor, resource: Resource): View {
    if (isUnlimited(actor)) return this.whole(resource);
    return new View(resource, this.access(actor, resource, 'read'), (name) => this.view(actor, this.resource(name)));
  }

  /** The unrestricted view. */
  whole(resource: Resource): View {
    let view = this.wholes.get(resource);
    if (!view)
      this.wholes.set(resource, (view = new View(resource, UNLIMITED, (name) => this.whole(this.resource(name)))));
    return view;
  }
}
