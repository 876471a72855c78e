import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { DeclarationFaults, type Fault } from '../../server/declarations/faults.ts';
import { loadModel } from '../../server/declarations/load-model.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

type File = Record<string, unknown>;

/** A folder of declarations that a test can modify. */
export class Declarations {
  readonly root = mkdtempSync(join(tmpdir(), 'atrium declarations '));

  write(file: string, content: unknown): this {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), typeof content === 'string' ? content : JSON.stringify(content));
    return this;
  }

  read(file: string): File {
    return JSON.parse(readFileSync(join(this.root, file), 'utf8')) as File;
  }

  delete(file: string): this {
    rmSync(join(this.root, file));
    return this;
  }

  /** Changes keys of a file; undefined removes one. */
  change(file: string, keys: File): this {
    return this.write(file, { ...this.read(file), ...keys });
  }

  resource(
    name: string,
    properties: Record<string, PropertySchema>,
    more: { schema?: File; config?: File } = {},
  ): this {
    const title = name.charAt(0).toUpperCase() + name.slice(1).replace(/s$/, '');
    return this.write(`schemas/resources/${name}.json`, {
      title,
      type: 'object',
      additionalProperties: false,
      properties,
      ...more.schema,
    }).write(`config/resources/${name}.json`, { label: name, ...more.config });
  }

  /** Removes both files of a resource. */
  without(name: string): this {
    return this.delete(`schemas/resources/${name}.json`).delete(`config/resources/${name}.json`);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The minimum that a server starts with: accounts, nothing else. */
export function smallDeclarations(): Declarations {
  const made = new Declarations();
  made
    .write('config/routes.json', { routes: [] })
    .write('config/menu.json', { entries: [] })
    .write('config/permissions.json', { rules: [] })
    .write('config/messages/categories.json', {
      categories: [{ key: 'account', label: 'Your account', description: 'Logins.', default: 'mail' }],
    });
  mkdirSync(join(made.root, 'config/messages/events'));
  for (const file of ['site', 'roles', 'workflow'])
    copyFileSync(join(PROJECT, 'config', `${file}.json`), join(made.root, 'config', `${file}.json`));
  // Pages that settings lead to are those of the project.
  const { groups } = JSON.parse(readFileSync(join(PROJECT, 'config/settings.json'), 'utf8')) as { groups: File[] };
  made.write('config/settings.json', { groups: groups.map(({ where: _, ...group }) => group) });
  return made.resource('users', {
    username: { type: 'string', maxLength: 60, 'x-unique': true },
    roles: { type: 'array', items: { type: 'string' } },
  });
}

/** A copy of the project's declarations. */
export function copiedDeclarations(): Declarations {
  const made = new Declarations();
  for (const folder of ['schemas', 'config'])
    cpSync(join(PROJECT, folder), join(made.root, folder), { recursive: true });
  return made;
}

/** The faults that prevent a start with these declarations; empty when they are valid. */
export async function faultsOf({ root }: Declarations): Promise<Fault[]> {
  try {
    await loadModel(root);
    return [];
  } catch (error) {
    if (!(error instanceof DeclarationFaults)) throw error;
    return error.faults;
  }
}
