import { Form } from '@rjsf/mui';
import validator from '@rjsf/validator-ajv8';
import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  Create,
  EditGuesser,
  fetchUtils,
  ListGuesser,
  Resource,
  ShowGuesser,
  useResourceContext,
  useSaveContext,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import type { ClientModel, ClientResource } from '../../../domain/declarations/client-model.ts';
import type { StockWindow } from '../stock-window.ts';

const dataProvider = simpleRestProvider('/api');
(window as StockWindow).dataProvider = dataProvider;

const { resources } = (await fetchUtils.fetchJson('/api/model')).json as ClientModel;
const schemas = new Map(resources.map(({ name, formSchema }) => [name, formSchema.create]));

/** react-admin has no guesser for create forms: RJSF renders the schema that the model contains. */
function GuessedCreate() {
  const resource = useResourceContext() ?? '';
  return (
    <Create redirect="edit">
      <SchemaInputs key={resource} schema={schemas.get(resource) ?? {}} />
    </Create>
  );
}

function SchemaInputs({ schema }: { schema: object }) {
  const { save } = useSaveContext();
  return (
    <Form
      schema={schema}
      validator={validator}
      noHtml5Validate
      onSubmit={({ formData }: { formData?: object }) => void save?.(formData ?? {})}
    />
  );
}

/** Pessimistic with confirmation, so that an action has completed when the page moves on. */
function Edit() {
  return <EditGuesser mutationMode="pessimistic" />;
}

function pagesOf({ can }: ClientResource) {
  return {
    ...(can.list ? { list: ListGuesser, show: ShowGuesser } : {}),
    ...(can.create ? { create: GuessedCreate } : {}),
    ...(can.update || can.delete ? { edit: Edit } : {}),
  };
}

createRoot(document.getElementById('root') ?? document.body).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    {resources.map((resource) => (
      <Resource key={resource.name} name={resource.name} {...pagesOf(resource)} />
    ))}
  </Admin>,
);
