import { describe, expect, it, vi } from 'vitest';
import { PictureQueue } from '../../src/console/resources/images/pictureQueue.ts';
import type { ImageServices, ImageUpload } from '../../src/forms/shared/formServices.ts';

const png = (name: string) => new File(['x'], name, { type: 'image/png' });

function servicesThat(upload: (file: File, options: ImageUpload) => Promise<void>): ImageServices {
  return {
    upload: async (file, options) => {
      await upload(file, options);
      return { file: `${file.name}.webp`, name: file.name, alt: options.alt };
    },
    find: () => Promise.resolve({ images: [], total: 0 }),
    read: () => Promise.reject(new Error('Not asked for here')),
  };
}

describe('pictures on their way to the library', () => {
  it('are sent one after the other, each with its words', async () => {
    const sent: string[] = [];
    const queue = new PictureQueue(
      servicesThat((file, { alt }) => Promise.resolve(void sent.push(`${file.name}: ${alt}`))),
    );
    queue.add([png('a.png'), png('b.png')]);
    queue.describe(1, ' A bench ');
    expect(await queue.send()).toBe(true);
    expect(sent).toEqual(['a.png: A bench', 'b.png: ']);
    expect(queue.pictures().map(({ state }) => state.kind)).toEqual(['done', 'done']);
  });

  it('files that cannot be pictures are refused before the upload', async () => {
    const upload = vi.fn(() => Promise.resolve());
    const queue = new PictureQueue(servicesThat(upload));
    queue.add([new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })]);
    expect(queue.pictures()[0]?.state).toMatchObject({ kind: 'failed', isFinal: true });
    expect(await queue.send()).toBe(false);
    expect(upload).not.toHaveBeenCalled();
  });

  it('that failed are sent again, those that are there are not', async () => {
    let isBroken = true;
    const sent: string[] = [];
    const queue = new PictureQueue(
      servicesThat((file) => {
        sent.push(file.name);
        return file.name === 'b.png' && isBroken
          ? Promise.reject(new Error('The connection broke.'))
          : Promise.resolve();
      }),
    );
    queue.add([png('a.png'), png('b.png')]);
    expect(await queue.send()).toBe(false);
    expect(queue.pictures()[1]?.state).toEqual({ kind: 'failed', words: 'The connection broke.', isFinal: false });
    isBroken = false;
    expect(await queue.send()).toBe(true);
    expect(sent).toEqual(['a.png', 'b.png', 'b.png']);
  });

  it('stop where they are when the dialog closes', async () => {
    const queue: PictureQueue = new PictureQueue(
      servicesThat((_, { signal }) => {
        queue.stop();
        return signal.aborted ? Promise.reject(new DOMException('Stopped', 'AbortError')) : Promise.resolve();
      }),
    );
    queue.add([png('a.png'), png('b.png')]);
    expect(await queue.send()).toBe(false);
    expect(queue.pictures().map(({ state }) => state.kind)).toEqual(['waiting', 'waiting']);
  });
});
