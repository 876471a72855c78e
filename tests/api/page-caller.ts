import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { ContentPage } from '../../domain/calls/pages.ts';
import type { DraftVersion, PageContent, PageEditor, SavedDraft } from '../../domain/calls/page-editor.ts';
import { makeRow } from '../factories/any-row.ts';
import type { TestApp } from './support.ts';

/** The calls of the page editor, made by one account. */
export class PageCaller {
  /** Number of pages created. */
  count = 0;
  private readonly test: TestApp;
  private readonly cookie: string;

  constructor(test: TestApp, cookie: string) {
    this.test = test;
    this.cookie = cookie;
  }

  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.test.app.inject({
      method,
      url: `/api/content/pages${path}`,
      headers: { cookie: this.cookie, ...headers },
      ...(payload ? { payload } : {}),
    });
  }

  /** Runs an action of the page's resource: publish, unpublish, remove. */
  act(action: string, id: number, inputs?: object): Promise<LightMyRequestResponse> {
    return this.test.app.inject({
      method: 'POST',
      url: `/api/pages/actions/${action}`,
      headers: { cookie: this.cookie },
      payload: { ids: [id], ...(inputs ? { inputs } : {}) },
    });
  }

  /** Creates a published page with two cards, bypassing the editor. */
  async live(): Promise<{ id: number; name: string }> {
    this.count += 1;
    const name = `edited-${this.count}`;
    const { services } = this.test;
    const { id } = await makeRow(services, 'pages', {
      name,
      title: `Edited ${this.count}`,
      type: 'Card',
      published: true,
      tags: ['laser'],
    });
    await makeRow(services, 'cards', {
      pageId: id!,
      type: 'StandardCard',
      title: 'One',
      order: 1,
      data: { text: '<p>First</p>' },
    });
    await makeRow(services, 'cards', { pageId: id!, type: 'Divider', title: 'Two', order: 2 });
    return { id: Number(id), name };
  }

  async editor(page: number | string): Promise<PageEditor> {
    const answer = await this.call('GET', `/${encodeURIComponent(page)}/editor`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PageEditor>();
  }

  /** Saves over the current version, unless one is given. */
  async save(id: number, content: PageContent, version?: DraftVersion): Promise<SavedDraft> {
    const present = version ?? (await this.editor(id)).version;
    const answer = await this.call('PUT', `/${id}/draft`, { content }, { 'if-match': `"${present}"` });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<SavedDraft>();
  }

  /** The page as visitors get it; null if there is none. */
  async shown(name: string): Promise<ContentPage | null> {
    const answer = await this.test.app.inject({ url: `/api/content/page?title=${name}` });
    return answer.statusCode === 200 ? answer.json<ContentPage>() : null;
  }
}
