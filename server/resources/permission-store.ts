import type { Row } from '../../domain/declarations/model.ts';
import type { Rule } from '../declarations/permission.ts';
import type { Db } from '../platform/database.ts';
import { ConfigurationStore } from './configuration-store.ts';

export class PermissionStore extends ConfigurationStore<Rule[]> {
  constructor(db: Db) {
    super(db, 'permissions', (rows) => rows.map(storedRule));
  }

  rules(): Rule[] {
    return this.current;
  }
}

export function storedRule(row: Row): Rule {
  const texts = (name: string): string[] => (Array.isArray(row[name]) ? row[name].map(String) : []);
  return {
    role: String(row['role']),
    resource: String(row['resource']),
    actions: texts('actions'),
    readFields: texts('readFields'),
    writeFields: texts('writeFields'),
    condition: (row['condition'] ?? null) as Rule['condition'],
  };
}
