/** The variables that declared conditions may refer to: those of permission rules, reports and boards. */
import type { Actor } from './actor.ts';
import type { Scalar } from './condition-values.ts';
import { addDays } from '../hours/hours.ts';
import type { Json } from '../values/json.ts';
import { operandOf, type OperandType } from './kinds.ts';
import type { Field } from './model.ts';
import { QueryFault } from './query-fault.ts';
import { instantOfWallClock, wallClockOf } from '../values/zoned-time.ts';

const TYPES: Record<VariableName, readonly OperandType[]> = {
  'user.id': ['integer'],
  'user.username': ['text'],
  'user.roles': ['text'],
  'user.groupIds': ['integer'],
  now: ['instant', 'date'],
  today: ['instant', 'date'],
  tomorrow: ['instant', 'date'],
};

/** today, tomorrow: the day on the campus, or the instant at which it begins. */
export type VariableName = 'user.id' | 'user.username' | 'user.roles' | 'user.groupIds' | 'now' | 'today' | 'tomorrow';

/** A placeholder that is resolved for each caller, written "$user.id". */
export interface Variable {
  variable: VariableName;
}

export function isVariable(value: unknown): value is Variable {
  return typeof value === 'object' && value !== null && 'variable' in value;
}

/**
 * The variable named by the text; null for an ordinary value. Throws a QueryFault for a variable that is unknown or of the wrong type.
 */
export function readVariable(field: Field, raw: unknown): Variable | null {
  if (typeof raw !== 'string' || !raw.startsWith('$')) return null;
  const name = raw.slice(1);
  if (!Object.hasOwn(TYPES, name)) {
    const known = Object.keys(TYPES)
      .map((one) => `$${one}`)
      .join(', ');
    throw new QueryFault(field.name, `"${raw.slice(0, 50)}" is not a variable. Known: ${known}.`);
  }
  const variable = name as VariableName;
  const operand = operandOf(field);
  if (!operand || !TYPES[variable].includes(operand.type)) {
    throw new QueryFault(field.name, `${field.name} cannot be compared with ${raw}.`);
  }
  return { variable };
}

/** The values of the variables for one caller at one moment. `timeZone` is the campus's IANA zone and determines today's date. */
export class Variables {
  private readonly actor: Actor;
  private readonly now: Date;
  private readonly timeZone: string;

  constructor(actor: Actor, now: Date, timeZone: string) {
    this.actor = actor;
    this.now = now;
    this.timeZone = timeZone;
  }

  /** Empty when the variable has no value (a visitor's id); several entries for a list. */
  valuesOf({ variable }: Variable, field: Field): Scalar[] {
    switch (variable) {
      case 'user.id':
        return this.actor.id === null ? [] : [this.actor.id];
      case 'user.username':
        return this.actor.username === null ? [] : [this.actor.username];
      case 'user.roles':
        return this.actor.roles;
      case 'user.groupIds':
        return this.actor.groupIds;
      case 'now':
        return [operandOf(field)?.type === 'date' ? this.today() : this.now.toISOString()];
      case 'today':
        return [this.startOfDay(this.today(), field)];
      case 'tomorrow':
        return [this.startOfDay(addDays(this.today(), 1), field)];
    }
  }

  private startOfDay(day: string, field: Field): string {
    return operandOf(field)?.type === 'date' ? day : (instantOfWallClock(`${day}T00:00`, this.timeZone) ?? day);
  }

  private today(): string {
    return wallClockOf(new Date(this.now).toISOString(), this.timeZone).slice(0, 10);
  }
}

/**
 * A filter with the caller's values instead of variables, as lists and addresses take it. `fieldOf` finds a field by its name; a key may
 * end in an operator ("startsAt_gte").
 */
export function withValues(filter: Json, fieldOf: (name: string) => Field | undefined, variables: Variables): Json {
  if (Array.isArray(filter)) return filter.map((part) => withValues(part, fieldOf, variables));
  if (typeof filter !== 'object' || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      const field = fieldOf(key) ?? fieldOf(key.slice(0, key.lastIndexOf('_')));
      return [key, field ? valueIn(field, value, variables) : withValues(value, fieldOf, variables)];
    }),
  );
}

function valueIn(field: Field, value: Json, variables: Variables): Json {
  if (Array.isArray(value)) return value.map((item) => valueIn(field, item, variables));
  const variable = readVariable(field, value);
  if (!variable) return value;
  const values = variables.valuesOf(variable, field);
  return values.length === 1 ? (values[0] ?? null) : values;
}
