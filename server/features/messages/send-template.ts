import type { ActionDeclaration } from '../../../domain/declarations/actions.ts';
import type { Resource, Row } from '../../../domain/declarations/model.ts';
import type { Json } from '../../../domain/values/json.ts';
import { COMMON_PLACEHOLDERS, type MessageEvent, type Messages } from '../../../domain/messages/messages.ts';
import {
  linesHtml,
  type Placeholder,
  type PlaceholderValue,
  type PlaceholderValues,
} from '../../../domain/messages/message-template.ts';
import { didYouMean, type Report } from '../../declarations/faults.ts';
import type { CommandCall } from '../../resources/command-registry.ts';
import { Names } from '../../resources/names.ts';
import type { CommandServices } from '../../services.ts';
import { notifyAll } from './notify.ts';

const LONGEST_TEXT = 4000;

/** Kinds of placeholders that the message formats itself, from a field of the same kind. */
const AS_STORED: ReadonlySet<string> = new Set(['date', 'dateTime', 'money']);

/**
 * The command "sendTemplate": sends a message of config/messages/events to the person that a field of each record names. Placeholders are
 * fields of the record, or else inputs.
 */
export function addSendTemplate(services: CommandServices): void {
  const { engine } = services;
  const declaredMessages = (): Messages => engine.resolver.model.messages;
  engine.command('sendTemplate', {
    inputs: (resource, action) => {
      const entered = ownPlaceholders(namedEvent(declaredMessages(), action.options)).filter(
        ([name]) => !hasField(resource, name),
      );
      return {
        required: entered.map(([name]) => name),
        properties: Object.fromEntries(
          entered.map(([name, { title }]) => [name, { type: 'string', title, maxLength: LONGEST_TEXT }]),
        ),
      };
    },
    check: (resource, action, report) => checkOptions(declaredMessages(), resource, action, report),
    run: (call) => send(services, call),
  });
}

async function send(
  services: CommandServices,
  { tx, actor, resource, rows, inputs, options }: CommandCall,
): Promise<void> {
  const event = namedEvent(services.engine.resolver.model.messages, options);
  if (event === undefined) throw new Error('The event of the action is unknown.');
  const names = new Names(services.engine, actor);
  const titles = await names.titles(resource, rows);
  const filled = ownPlaceholders(event).filter(([name]) => hasField(resource, name));
  const asStored = filled.flatMap(([name, { kind }]) => (AS_STORED.has(kind) ? name : []));
  const ofFields = filled.flatMap(([name, { kind }]) => (AS_STORED.has(kind) ? [] : name));
  const texts = await Promise.all(ofFields.map((name) => names.titles(resource, rows, `{${name}}`)));
  const entered = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      event.placeholders[name]?.kind === 'html' ? linesHtml(String(value)) : String(value),
    ]),
  );
  const notices = rows.flatMap((row, index) => {
    const recipients = recipientsIn(row, options);
    const values: PlaceholderValues = {
      ...Object.fromEntries(ofFields.map((name, place) => [name, texts[place]?.[index] ?? ''])),
      ...Object.fromEntries(asStored.map((name) => [name, row[name] as PlaceholderValue])),
      ...entered,
    };
    const about = { resource: resource.name, id: Number(row['id']), title: titles[index] ?? '', path: null };
    return recipients.length === 0
      ? []
      : [{ event: event.key, audience: audienceOf(event, options), recipients, values, about, actorId: actor.id }];
  });
  await notifyAll(services, tx, notices);
}

type Options = Readonly<Record<string, Json>>;

function namedEvent({ events }: Messages, { event }: Options): MessageEvent | undefined {
  return events.get(String(event));
}

function ownPlaceholders(event: MessageEvent | undefined): [name: string, placeholder: Placeholder][] {
  return Object.entries(event?.placeholders ?? {}).filter(([name]) => !(name in COMMON_PLACEHOLDERS));
}

function audienceOf({ templates }: MessageEvent, { template = Object.keys(templates)[0] ?? '' }: Options): string {
  return String(template);
}

function recipientsIn(row: Row, { to }: Options): number[] {
  return [row[String(to)]].flat().filter((id) => typeof id === 'number');
}

function hasField({ fields }: Resource, name: string): boolean {
  return fields.some((field) => field.name === name);
}

function isFilledAsStored({ fields }: Resource, name: string, kind: string): boolean {
  return AS_STORED.has(kind) && fields.some((field) => field.name === name && field.kind === kind);
}

function checkOptions(messages: Messages, resource: Resource, { options }: ActionDeclaration, report: Report): void {
  const event = namedEvent(messages, options);
  const people = resource.fields.filter(({ name, reference }) =>
    name === 'id' ? resource.name === 'users' : reference === 'users',
  );
  const named = people.map(({ name }) => name);
  for (const name of Object.keys(options).filter((one) => !['event', 'template', 'to'].includes(one)))
    report(['options', name], `Unknown name "${name}"`);
  if (!named.includes(String(options['to'])))
    report(['options', 'to'], `"to" names a field that leads to people${didYouMean(String(options['to']), named)}`);
  if (resource.idKind === 'uuid') report(['command'], 'Messages are about records with numbers as ids');
  if (!event) {
    const known = messages.events.keys();
    report(
      ['options', 'event'],
      `There is no message "${String(options['event'])}"${didYouMean(String(options['event']), known)}`,
    );
    return;
  }
  const template = audienceOf(event, options);
  if (!event.templates[template])
    report(
      ['options', 'template'],
      `"${event.key}" has no template "${template}"${didYouMean(template, Object.keys(event.templates))}`,
    );
  for (const [name, { kind }] of ownPlaceholders(event))
    if (kind !== 'text' && !(kind === 'html' && !hasField(resource, name)) && !isFilledAsStored(resource, name, kind))
      report(['options', 'event'], `An action cannot fill {${name}}, which is of kind "${kind}"`);
}
