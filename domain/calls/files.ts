import { calls } from './call.ts';
import { AnyRow } from './rows.ts';
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
  'GET /api/files/:id/picture': { summary: 'An image to display', public: true, params: FileId, content: 'image/*' },
});

export const uploadCalls = calls({
  'POST /api/files': {
    summary: 'Uploads a raw file for a field of a form or a resource, or for a message about a request',
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

export const imageCalls = calls({
  'POST /api/content/images': {
    summary:
      'Stores an image: the body is its bytes, X-File-Name its name and X-Alt-Text its description, percent-encoded; 201 if it is new',
    query: Type.Object({
      crop: Type.Optional(
        Type.String({ maxLength: 23, description: 'x,y,width,height in pixels of the image as displayed' }),
      ),
      use: Type.Optional(Type.Enum(['photo', 'icon'], { description: 'icon: as a lossless PNG. Default: photo' })),
    }),
    response: AnyRow,
  },
});

export const pictureCalls = calls({
  'GET /api/Content/:file': {
    summary:
      'A stored image: {stem}-{width}x{height}.webp, or one of its smaller sizes with -{width} before the extension',
    public: true,
    params: Type.Object({ file: Type.String() }),
    content: 'image/*',
  },
});
