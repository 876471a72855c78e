import { templateFaults } from './message-template-faults.ts';
import {
  COMMON_PLACEHOLDERS,
  type Mandatory,
  type MessageCategory,
  type MessageEvent,
  type Messages,
} from '../../domain/messages/messages.ts';
import type { Role } from '../../domain/declarations/model.ts';
import { checkRole, withUnlimited } from './access.ts';
import { didYouMean, reporter } from './faults.ts';
import type { DeclarationFiles } from './files.ts';

const CATEGORIES = 'config/messages/categories.json';
const EVENTS = 'config/messages/events';

type WrittenCategory = Omit<
  MessageCategory,
  'isRequired' | 'isUrgent' | 'isConfidential' | 'roles' | 'mandatoryNote'
> & {
  mandatoryNote?: string;
  isRequired?: true;
  isUrgent?: true;
  isConfidential?: true;
  roles?: string[];
};
type WrittenEvent = Omit<MessageEvent, 'key' | 'placeholders' | 'mandatory' | 'isImmediate'> &
  Partial<Pick<MessageEvent, 'placeholders' | 'isImmediate'>> & { mandatory?: Mandatory };

export async function loadMessages(files: DeclarationFiles, roles: Role[] | undefined): Promise<Messages> {
  const written = await files.declared<{ categories: WrittenCategory[] }>(CATEGORIES, 'message-categories');
  const categories = (written?.categories ?? []).map((category) => ({
    ...category,
    isRequired: category.isRequired === true,
    isUrgent: category.isUrgent === true,
    isConfidential: category.isConfidential === true,
    mandatoryNote: category.mandatoryNote ?? null,
    roles: withUnlimited(roles ?? [], category.roles ?? []),
  }));
  const report = reporter(files.faults, CATEGORIES);
  categories.forEach((category, index) => {
    const { key } = category;
    if (categories.findIndex((other) => other.key === key) < index)
      report(['categories', index, 'key'], `There is another category "${key}"`);
    if (category.isRequired && category.default !== 'mail')
      report(['categories', index, 'default'], 'Mandatory messages are sent by email: "mail" is missing');
    category.roles.forEach((role, at) => checkRole(role, roles, ['categories', index, 'roles', at], report));
  });
  const events = new Map<string, MessageEvent>();
  for (const key of await files.names(EVENTS)) {
    const event = await files.declared<WrittenEvent>(`${EVENTS}/${key}.json`, 'message-event');
    if (event) events.set(key, checked(key, event, categories, files));
  }
  categories.forEach(({ key, mandatoryNote }, index) => {
    const hasMandatory = [...events.values()].some((event) => event.category === key && event.mandatory !== null);
    if (hasMandatory && mandatoryNote === null)
      report(['categories', index], 'Some of its events are mandatory: add a "mandatoryNote" that says which');
    if (!hasMandatory && mandatoryNote !== null)
      report(['categories', index, 'mandatoryNote'], 'None of its events are mandatory');
  });
  return { categories, events };
}

function checked(
  key: string,
  written: WrittenEvent,
  categories: readonly MessageCategory[],
  files: DeclarationFiles,
): MessageEvent {
  const report = reporter(files.faults, `${EVENTS}/${key}.json`);
  const keys = categories.map((category) => category.key);
  if (categories.length > 0 && !keys.includes(written.category))
    report(['category'], `There is no category "${written.category}"${didYouMean(written.category, keys)}`);
  const own = written.placeholders ?? {};
  for (const name of Object.keys(own)) {
    if (Object.hasOwn(COMMON_PLACEHOLDERS, name))
      report(['placeholders', name], 'Every event already has this placeholder');
  }
  const placeholders = { ...COMMON_PLACEHOLDERS, ...own };
  for (const [audience, template] of Object.entries(written.templates)) {
    for (const { field, message } of templateFaults(template, placeholders))
      report(['templates', audience, field], message);
  }
  const { label, category, kind, mandatory = null, isImmediate = false, templates } = written;
  return { key, label, category, kind, mandatory, isImmediate, placeholders, templates };
}
