import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import type { Status } from '../../domain/requests/workflow.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp } from './support.ts';
import type { TestApp, TestUser } from './support.ts';

/** The calls of requests, made by one person. */
export class RequestCaller {
  readonly user: TestUser;
  private readonly test: TestApp;

  constructor(test: TestApp, user: TestUser) {
    this.test = test;
    this.user = user;
  }

  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.test.app.inject({
      method,
      url,
      headers: { cookie: this.user.cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  async open(form: string, submission?: number): Promise<OpenForm> {
    const answer = await this.call(
      'GET',
      `/api/requests/form?form=${form}${submission === undefined ? '' : `&submission=${submission}`}`,
    );
    if (answer.statusCode !== 200) throw new Error(`${form} did not open: ${answer.statusCode} ${answer.body}`);
    return answer.json<OpenForm>();
  }

  /** Submits a request with these answers and whatever else the form requires. */
  async file(form: string, data: Record<string, unknown> = {}): Promise<SubmissionDetail> {
    const answer = await this.trySubmit(form, data);
    if (answer.statusCode !== 201) throw new Error(`${form} was not submitted: ${answer.statusCode} ${answer.body}`);
    return answer.json<SubmissionDetail>();
  }

  async trySubmit(
    form: string,
    data: Record<string, unknown>,
    headers: Record<string, string> = { 'idempotency-key': randomUUID() },
  ): Promise<LightMyRequestResponse> {
    const { version } = await this.open(form);
    return this.call('POST', '/api/requests/submissions', { formVersionId: version.id, data }, headers);
  }

  /** Runs an action of config/resources/submissions.json. */
  act(action: string, ids: number[], more: object = {}): Promise<LightMyRequestResponse> {
    return this.call('POST', `/api/submissions/actions/${action}`, { ids, ...more });
  }

  move(id: number, from: Status, to: Status, inputs: object = {}): Promise<LightMyRequestResponse> {
    const action = actionTo(from, to);

    return this.act(action, [id], { ...(!PRICED_ACTIONS.includes(action) && { seen: { [id]: from } }), inputs });
  }

  /** Changes the status and returns the result. */
  async moved(id: number, from: Status, to: Status, inputs: object = {}): Promise<SubmissionDetail> {
    const answer = await this.move(id, from, to, inputs);
    if (answer.statusCode !== 200) throw new Error(`${from} to ${to} was refused: ${answer.statusCode} ${answer.body}`);
    return this.see(id);
  }

  async see(id: number, role = ''): Promise<SubmissionDetail> {
    const answer = await this.call('GET', `/api/requests/submissions/${id}${role === '' ? '' : `?role=${role}`}`);
    if (answer.statusCode !== 200) throw new Error(`#${id} was not shown: ${answer.statusCode} ${answer.body}`);
    return answer.json<SubmissionDetail>();
  }

  upload(
    formVersionId: number,
    field: string,
    name: string,
    bytes: Buffer,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.test.app.inject({
      method: 'POST',
      url: `/api/files?formVersionId=${formVersionId}&field=${field}`,
      payload: bytes,
      headers: {
        cookie: this.user.cookie,
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
        ...headers,
      },
    });
  }
}

/** What their caller must have seen is the price. */
const PRICED_ACTIONS = ['acceptQuote', 'paymentComplete'];

/** The action that takes a request from one status to another. Customers mark their own as picked up. */
export function actionTo(from: Status, to: Status): string {
  if (to === 'Canceled') return 'cancel';
  if (from === 'Quoted' && to === 'Accepted') return 'acceptQuote';
  if (to === 'Completed' && from === 'InProcess') return 'complete';
  return to.charAt(0).toLowerCase() + to.slice(1);
}

export async function caller(test: TestApp, ...roles: string[]): Promise<RequestCaller> {
  return new RequestCaller(test, await test.createUser({ roles }));
}

/** Starts an app with two students and request staff. */
export async function startRequestsApp(): Promise<{
  app: TestApp;
  student: RequestCaller;
  other: RequestCaller;
  staff: RequestCaller;
  admin: RequestCaller;
}> {
  const app = await startTestApp();
  // One student submits all the requests of a file.
  await makeRow(app.services, 'systemSettings', { key: 'limits.requestsPerHour', value: '1000' });
  const [student, other, staff, admin] = await Promise.all([
    caller(app, 'Student'),
    caller(app, 'Student'),
    caller(app, 'RequestsProcessor'),
    caller(app, 'RequestsAdmin'),
  ]);
  return { app, student, other, staff, admin };
}

/** A valid form with these fields, all optional unless named. */
export function formOf(properties: Record<string, RequestField>, required: string[] = []): RequestFormSchema {
  return { type: 'object', additionalProperties: false, properties, required, 'x-order': Object.keys(properties) };
}

export const textField = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'String',
  type: 'string',
  title: 'Text',
  ...more,
});
export const fileField = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'FileUpload',
  type: 'array',
  title: 'File',
  items: { type: 'string', format: 'uuid' },
  ...more,
});
export const numberField = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'Double',
  type: 'number',
  title: 'Number',
  ...more,
});

/** Creates and publishes a new form as `admin`. */
export async function publishForm(
  admin: RequestCaller,
  schema: RequestFormSchema,
  more: Record<string, unknown> = {},
): Promise<{ id: number; name: string; version: number }> {
  const name = `form-${randomUUID().slice(0, 8)}`;
  const created = await admin.call('POST', '/api/forms', {
    name,
    title: name,
    costType: 'Free',
    active: true,
    draftSchema: schema,
    ...more,
  });
  if (created.statusCode >= 300) throw new Error(`The form was not made: ${created.statusCode} ${created.body}`);
  const { id, version } = created.json<{ id: number; version: number }>();
  const published = await publishDraft(admin, id, version);
  if (published.statusCode !== 200)
    throw new Error(`The form was not published: ${published.statusCode} ${published.body}`);
  return { id, name, version: version + 1 };
}

/** Publishes the draft of a form, as it was at `version`. */
export function publishDraft(admin: RequestCaller, id: number, version: number, inputs: { draftDays?: number } = {}) {
  return admin.call('POST', '/api/forms/actions/publish', { ids: [id], seen: { [id]: version }, inputs });
}

export async function countOf(test: TestApp, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from ${sql.table(table)}`.execute(
    test.services.db,
  );
  return rows[0]?.count ?? 0;
}

/** The smallest valid PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
