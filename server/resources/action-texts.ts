import type { PlanNote } from '../../domain/calls/action-parts.ts';
import { actionText, textPlaceholders, type ActionText } from '../../domain/declarations/actions.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { holds } from '../../domain/declarations/condition.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { toActionNote } from '../declarations/actions.ts';
import type { Action } from './command-registry.ts';
import { Names, type RowSource } from './names.ts';

/** The texts of an action about these rows, with the values that the caller may read. */
export class ActionTexts {
  private readonly source: RowSource;
  private readonly actor: Actor;
  private readonly action: Action;
  private readonly rows: readonly Row[];

  constructor(source: RowSource, actor: Actor, action: Action, rows: readonly Row[]) {
    this.source = source;
    this.actor = actor;
    this.action = action;
    this.rows = rows;
  }

  async write(text: ActionText, rows = this.rows): Promise<string> {
    const [row] = rows;
    const names = row && rows.length === 1 ? new Set(textPlaceholders(text).one) : [];
    const values: Record<string, string> = {};
    for (const name of names) values[name] = await this.value(name, row ?? {});
    return actionText(text, rows.length, values);
  }

  async notes(): Promise<PlanNote[]> {
    const { resource, declaration } = this.action;
    const notes: PlanNote[] = [];
    for (const { text, when, tone } of (declaration.confirm?.notes ?? []).map(toActionNote)) {
      const condition = when && this.source.resolver.condition(this.actor, resource, when);
      const matching = condition ? this.rows.filter((row) => holds(condition, row)) : this.rows;
      if (matching.length === 0) continue;
      const note = await this.write(text, matching);
      notes.push(tone ? { text: note, places: [], tone } : note);
    }
    return notes;
  }

  /** `name` is that of the record. A field that the caller may not read is empty. */
  private async value(name: string, row: Row): Promise<string> {
    const { resource } = this.action;
    const view = this.source.resolver.view(this.actor, resource);
    if (name !== 'name' && !view.fields.some((field) => field.name === name)) return '';
    const template = name === 'name' ? resource.config.represent : `{${name}}`;
    const [title = ''] = await new Names(this.source, this.actor).titles(resource, [view.project(row)], template);
    return title;
  }
}
