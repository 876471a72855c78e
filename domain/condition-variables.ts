/** The variables that a permission rule's condition may refer to. */
import type { Actor } from './actor.ts';
import type { Scalar } from './condition-values.ts';
import { operandOf, type OperandType } from './kinds.ts';
import type { Field } from './model.ts';
import { QueryFault } from './query-fault.ts';

const TYPES: Record<VariableName, readonly OperandType[]> = {
  'user.id': ['integer'],
  'user.username': ['text'],
  'user.roles': ['text'],
  'user.groupIds': ['integer'],
  now: ['instant', 'date'],
};

export type VariableName = 'user.id' | 'user.username' | 'user.roles' | 'user.groupIds' | 'now';

/** A placeholder in a rule that is resolved for each caller, written "$user.id". */
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
    throw new QueryFault(field.name, `"${raw.slice(0, 50)}" is not a variable. There are: ${known}.`);
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
    }
  }

  private today(): string {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone: this.timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(this.now);
  }
}
