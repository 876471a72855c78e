import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

export const StoredFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mime: Type.String(),
  size: Type.Count,
  url: Type.String(),
  thumbnailUrl: Type.Nullable(Type.String()),
  /** Of a file uploaded for a resource: what its record's field is set to (domain/values/file-value.ts). */
  value: Type.Optional(Type.String()),
});
export type StoredFile = Static<typeof StoredFile>;

const FileId = Type.Object({
  id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
});
const name = Type.String({ minLength: 1, maxLength: 60 });

function exactly(...names: string[]) {
  const properties = Object.fromEntries(names.map((each) => [each, {}]));
  return { required: names, properties, maxProperties: names.length };
}

export const fileCalls = calls({
  'GET /api/files/:id': {
    summary: 'A file, as an attachment, for those who may see the request or record that names it',
    public: true,
    params: FileId,
    content: '*/*',
  },
  'GET /api/files/:id/picture': { summary: 'A picture, to be shown', public: true, params: FileId, content: 'image/*' },
});

export const uploadCalls = calls({
  'POST /api/files': {
    summary: 'Uploads a file, raw, for a field of a form or of a resource, or for a message about a request',
    query: Type.Object(
      {
        submission: Type.Optional(Type.Id),
        formVersionId: Type.Optional(Type.Id),
        resource: Type.Optional(name),
        field: Type.Optional(name),
      },
      { oneOf: [exactly('formVersionId', 'field'), exactly('resource', 'field'), exactly('submission')] },
    ),
    status: 201,
    response: StoredFile,
  },
});
