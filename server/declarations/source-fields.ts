import { isAlways, parseRule } from '../../domain/declarations/condition.ts';
import { fieldThrough } from '../../domain/declarations/fields.ts';
import { operandOf } from '../../domain/declarations/kinds.ts';
import type { Field, Resource } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { ReportFilter } from '../../domain/declarations/reports.ts';
import { didYouMean, type Report } from './faults.ts';

/** The fields of a resource, and of the rows that it refers to, as reports and boards name them. Reports what is wrong. */
export class SourceFields {
  private readonly source: Resource;
  private readonly resources: ReadonlyMap<string, Resource>;
  private readonly report: Report;

  constructor(source: Resource, resources: ReadonlyMap<string, Resource>, report: Report) {
    this.source = source;
    this.resources = resources;
    this.report = report;
  }

  named(name: string, at: (string | number)[]): Field | undefined {
    const field = this.find(name);
    if (!field) {
      const hint = didYouMean(
        name,
        this.source.fields.map((one) => one.name),
      );
      this.report(at, `"${this.source.name}" has no field "${name}"${hint}`);
    }
    return field;
  }

  own(name: string, at: (string | number)[]): Field | undefined {
    const field = this.named(name, at);
    if (field?.through !== undefined) this.report(at, `"${name}" is a field of another resource`);
    return field;
  }

  /** Leads through any number of references. */
  chained(path: string, at: (string | number)[]): void {
    let resource: Resource | undefined = this.source;
    for (const part of path.split('.')) {
      const field: Field | undefined = resource?.fields.find(({ name }) => name === part);
      if (!field) return this.report(at, `"${this.source.name}" has no field "${path}"`);
      resource = this.resources.get(field.reference ?? '');
    }
  }

  timed(name: string, at: (string | number)[]): void {
    const field = this.named(name, at);
    if (field && field.kind !== 'date' && field.kind !== 'dateTime')
      this.report(at, `"${name}" is neither a day nor an instant`);
  }

  instant(name: string, at: (string | number)[]): void {
    const field = this.named(name, at);
    if (field && field.kind !== 'dateTime') this.report(at, `"${name}" is not an instant`);
  }

  number(name: string, at: (string | number)[]): void {
    const field = this.named(name, at);
    const operand = field && operandOf(field);
    const isNumber = operand?.list === false && (operand.type === 'integer' || operand.type === 'number');
    if (field && (!isNumber || field.reference !== undefined)) this.report(at, `"${name}" is not a number`);
  }

  grouped(name: string, at: (string | number)[]): void {
    const field = this.named(name, at);
    if (field && operandOf(field) === null) this.report(at, `Rows cannot be grouped by "${name}"`);
  }

  condition(filter: ReportFilter, at: (string | number)[]): void {
    try {
      if (isAlways(parseRule(filter, (name) => this.find(name)))) this.report(at, 'This matches all rows');
    } catch (error) {
      if (!(error instanceof QueryFault)) throw error;
      this.report(at, error.message.replace(/\.$/, ''));
    }
  }

  private find(name: string): Field | undefined {
    return fieldThrough(this.source.name, name, (resource, own) =>
      this.resources.get(resource)?.fields.find((field) => field.name === own && field.schema['x-internal'] !== true),
    );
  }
}
