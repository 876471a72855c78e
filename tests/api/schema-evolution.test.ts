import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../../domain/values/json.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import type { Db } from '../../server/platform/database.ts';
import { planSync, SchemaSyncRefused, syncSchema } from '../../server/schema/sync.ts';
import { smallDeclarations, type Declarations } from '../factories/declarations.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';

/** Properties with valid values. */
const KINDS: [PropertySchema, Json[]][] = [
  [{ type: 'string', maxLength: 60 }, ['', 'a', '12', '2026-01-31', 'x'.repeat(60)]],
  [{ type: 'string', maxLength: 3, minLength: 1 }, ['a', '12', 'abc']],
  [{ type: 'string', enum: ['a', '12'] }, ['a', '12']],
  [{ type: 'string', 'x-long': true }, ['a', 'long '.repeat(100)]],
  [{ type: 'string', format: 'html' }, ['<b>a</b>']],
  [{ type: 'string', format: 'date' }, ['2026-01-31', '1999-12-31']],
  [{ type: 'string', format: 'date-time' }, ['2026-01-31T00:00:00Z', '2026-03-29T01:30:00.5Z']],
  [{ type: 'integer' }, [0, -5, 12, 9007199254740991]],
  [{ type: 'integer', minimum: 1, maximum: 12 }, [1, 12]],
  [{ type: 'integer', 'x-reference': 'users' }, [1, 2]],
  [{ type: 'number' }, [0.5, -1e300, 12]],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }, [0.5, 12]],
  [{ type: 'boolean' }, [true, false]],
  [{ type: 'array', items: { type: 'string' } }, [[], ['a', 'b']]],
  [{ type: 'array', items: { type: 'string', enum: ['a'] } }, [[], ['a']]],
  [{ type: 'array', items: { type: 'integer', 'x-reference': 'users' } }, [[], [1, 2]]],
  [{ type: 'object' }, [{}, { a: 1 }]],
];
const NAMES = ['alpha', 'beta', 'gamma'];

interface Drawn {
  kind: number;
  required: boolean;
  withDefault: boolean;
  mark: 'x-index' | 'x-unique' | 'x-search' | null;
  value: number;
}
type Version = {
  properties: Record<string, Drawn | undefined>;
  softDelete: boolean;
  together: boolean;
  sortBy: string | null;
};

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.nat(KINDS.length - 1),
  required: fc.boolean(),
  withDefault: fc.boolean(),
  value: fc.nat(9),
  mark: fc.constantFrom(null, null, 'x-index' as const, 'x-unique' as const, 'x-search' as const),
});
const version: fc.Arbitrary<Version> = fc.record({
  properties: fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.option(drawn, { nil: undefined })]))),
  softDelete: fc.boolean(),
  together: fc.boolean(),
  sortBy: fc.constantFrom(null, 'createdAt', ...NAMES),
});

const SHAPELESS = ['array', 'object'];

function propertyOf({ kind, withDefault, mark, value }: Drawn): PropertySchema {
  const [schema, values] = KINDS[kind]!;
  const isText = schema.type === 'string' && !schema.format?.startsWith('date');
  const fits =
    mark === 'x-search'
      ? isText
      : mark === 'x-unique'
        ? !SHAPELESS.includes(schema.type) && !schema['x-long']
        : mark === 'x-index' && schema.type !== 'object' && !schema['x-long'];
  return {
    ...schema,
    ...(mark && fits ? { [mark]: true } : {}),
    ...(withDefault && !schema['x-reference'] && mark !== 'x-unique'
      ? { default: values[value % values.length]! }
      : {}),
  };
}

function declare(files: Declarations, { properties, softDelete, together, sortBy }: Version): void {
  const all = Object.entries(properties).flatMap(([name, draw]) => (draw ? [[name, propertyOf(draw)] as const] : []));
  const scalar = all
    .filter(([, property]) => !SHAPELESS.includes(property.type) && !property['x-long'])
    .map(([name]) => name);
  const pair = scalar.slice(0, 2);
  // Where both have a default, the declaration is refused.
  const isUnique =
    together &&
    pair.length === 2 &&
    all.some(([name, { default: value }]) => pair.includes(name) && value === undefined);
  files.resource(
    'things',
    { fixed: { type: 'integer' }, ...Object.fromEntries(all) },
    {
      schema: {
        required: all.map(([name]) => name).filter((name) => properties[name]?.required),
        ...(isUnique ? { 'x-unique-together': [pair] } : {}),
      },
      config: {
        softDelete,
        list: {
          columns: ['fixed'],
          ...(sortBy !== null && (scalar.includes(sortBy) || sortBy === 'createdAt') ? { sort: [sortBy, 'ASC'] } : {}),
        },
      },
    },
  );
}

/** Inserts rows with every valid value of each property; combinations that violate a constraint are skipped. */
async function fill(db: Db, { properties }: Version): Promise<void> {
  for (let row = 0; row < 4; row += 1) {
    const values = Object.entries(properties).flatMap(([name, draw]) => {
      if (!draw || (!draw.required && (row + draw.value) % 3 === 0)) return [];
      const [schema, admitted] = KINDS[draw.kind]!;
      const value = admitted[(row + draw.value) % admitted.length]!;
      return [{ name, value: SHAPELESS.includes(schema.type) ? JSON.stringify(value) : value }];
    });
    const names = sql.join([sql.ref('fixed'), ...values.map(({ name }) => sql.ref(name))]);
    await sql`insert into things (${names}) values (${sql.join([row, ...values.map(({ value }) => value)])}) on conflict do nothing`.execute(
      db,
    );
  }
}

async function structure(db: Db): Promise<unknown> {
  const { rows: columns } = await sql`
    select attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) as value
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = 'things'::regclass and attnum > 0 and not attisdropped order by 1`.execute(
    db,
  );
  const { rows: rules } =
    await sql`select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'things'::regclass and contype <> 'n' order by 1`.execute(
      db,
    );
  const { rows: indexes } = await sql`select indexdef from pg_indexes where tablename = 'things' order by 1`.execute(
    db,
  );
  return { columns, rules, indexes };
}

let old: ScratchDatabase;
let fresh: ScratchDatabase;

beforeAll(async () => {
  old = await scratchDatabase();
  fresh = await scratchDatabase();
});

afterAll(async () => {
  await old.drop();
  await fresh.drop();
});

async function startOver(db: Db, files: Declarations): Promise<void> {
  await sql`drop table if exists things, users, atrium_schema, atrium_schema_objects`.execute(db);
  await syncSchema(db, await loadModel(files.root));
}

it('tables that were changed end as tables that are made again, with all records in them', async () => {
  await fc.assert(
    fc.asyncProperty(version, fc.array(version, { minLength: 1, maxLength: 2 }), async (first, later) => {
      const files = smallDeclarations();
      try {
        declare(files, first);
        await startOver(old.db, files);
        await sql`insert into users (username) values ('a'), ('b')`.execute(old.db);
        await fill(old.db, first);
        const { rows: before } = await sql`select id, fixed from things order by id`.execute(old.db);
        for (const next of later) {
          declare(files, next);
          const model = await loadModel(files.root);
          const refused = await syncSchema(old.db, model, { allowLoss: true }).then(
            () => false,
            (error: unknown) => {
              if (error instanceof SchemaSyncRefused && error.steps.every((step) => step.loss === 'impossible'))
                return true;
              throw error;
            },
          );
          if (refused) return;
          expect(await planSync(old.db, model)).toEqual({ steps: [] });
        }
        await startOver(fresh.db, files);
        expect(await structure(old.db)).toEqual(await structure(fresh.db));
        expect((await sql`select id, fixed from things order by id`.execute(old.db)).rows).toEqual(before);
      } finally {
        files.remove();
      }
    }),
    { numRuns: 40 },
  );
}, 300_000);
