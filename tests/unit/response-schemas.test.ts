import { describe, expect, test } from 'vitest';
import { Type } from '../../domain/calls/type.ts';
import { projectionOf } from '../../server/platform/http/response-schemas.ts';

const { Object: object, Array: array, String: string } = Type;

describe('what a response holds', () => {
  test('is what its schema names, at every depth', () => {
    const project = projectionOf(object({ id: Type.Id, tags: array(object({ name: string() })) }));
    expect(project({ id: 1, secret: 'x', tags: [{ name: 'a', secret: 'y' }, { name: 'b' }] })).toEqual({
      id: 1,
      tags: [{ name: 'a' }, { name: 'b' }],
    });
  });

  test('is chosen by constants and required properties where there are several kinds', () => {
    const project = projectionOf(
      Type.Union(
        object({ kind: Type.Literal('a'), first: string() }),
        object({ kind: Type.Enum(['b', 'c']), second: Type.Nullable(object({ deep: string() })) }),
      ),
    );
    expect(project({ kind: 'a', first: 'x', second: 'leaks' })).toEqual({ kind: 'a', first: 'x' });
    expect(project({ kind: 'c', first: 'leaks', second: { deep: 'y', leaks: 1 } })).toEqual({
      kind: 'c',
      second: { deep: 'y' },
    });
    expect(project({ kind: 'b', second: null })).toEqual({ kind: 'b', second: null });
    expect(() => project({ kind: 'd' })).toThrow('does not name');
  });

  test('is nothing of an object in the place of a single value, or of a list in the place of an object', () => {
    const project = projectionOf(object({ name: string(), owner: Type.Optional(object({ id: Type.Id })) }));
    expect(() => project({ name: { secret: 'x' } })).toThrow('single value');
    expect(() => project({ name: 'a', owner: [{ secret: 'x' }] })).toThrow('a list');
    expect(project({ name: new Date(0) })).toEqual({ name: new Date(0) });
  });

  test('is all of a value that something else describes', () => {
    const row = { any: { depth: [1] } };
    expect(
      projectionOf(object({ row: Type.Unsafe(), texts: Type.Dictionary(string()) }))({ row, texts: { a: 'b' } }),
    ).toEqual({ row, texts: { a: 'b' } });
  });
});
