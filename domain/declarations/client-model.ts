/** The declarations as the browser receives them, reduced to what the caller may see. */

import type { ClientAction } from './actions.ts';
import type { Field, Role } from './model.ts';
import type { MenuEntry, RouteDeclaration, SiteConfig, DocumentationConfig } from './site.ts';
import type { ResourceConfig } from './resource-config.ts';
import type { LoginWays } from '../values/login-problems.ts';
import type { BoardLink } from './boards.ts';
import type { Dimension, FigureUnit, ReportDeclaration } from './reports.ts';
import type { ResourceSchema } from './schemas.ts';

/** The part of the site's declarations that every page needs; of its search only `documentation.system`. */
export type ClientSite = Omit<SiteConfig, 'documentation'> & { documentation: Pick<DocumentationConfig, 'system'> };

/** GET /api/model/shell: what the page shell needs. Strong ETag over (revision, permission revision, roles). */
export interface ShellModel {
  revision: string;
  site: ClientSite;
  roles: Role[];
  routes: RouteDeclaration[];
  menu: MenuEntry[];
  /** Resources whose list this caller may read. */
  listable: string[];
  /** The boards of the caller's roles; the first is the one to begin with. */
  boards: BoardLink[];
  login: LoginWays;
}

/** GET /api/model: the resources and reports that this caller may see. Its ETag is built like the shell model's. */
export interface ClientModel {
  revision: string;
  resources: ClientResource[];
  reports: ClientReport[];
}

export interface ClientResource {
  name: string;
  config: ResourceConfig;
  idKind: 'integer' | 'uuid';
  /** Readable fields only; `readOnly` is true where this caller may not write. */
  fields: Field[];
  /** draft-07 schema of the writable fields, as the create and edit forms use it. */
  formSchema: { create: ResourceSchema; update: ResourceSchema };
  /** Addresses of the precompiled RJSF validators for formSchema. */
  validators: { create: string; update: string };
  /** Those that the caller may run on some record. */
  actions: ClientAction[];
  can: { list: boolean; create: boolean; update: boolean; delete: boolean; export: boolean; history: boolean };
}

export interface ClientReport extends Pick<
  ReportDeclaration,
  'name' | 'title' | 'lead' | 'icon' | 'path' | 'source' | 'day'
> {
  /** Named as in filters: "instanceId.eventId". */
  filters: Field[];
  dimensions: Dimension[];
  measures: { name: string; label: string; unit: FigureUnit }[];
}
