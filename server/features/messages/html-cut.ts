import { parseHtml, writeHtml, type HtmlNode } from '../../../domain/html/html-tree.ts';

export interface CutHtml {
  html: string;
  isCut: boolean;
}

type SizeOf = (text: string) => number;
const characters: SizeOf = (text) => text.length;

/** The beginning of `html` that has at most `most` characters of markup. Sanitizes as parseHtml does; what is short enough stays. */
export function cutHtml(html: string, most: number): CutHtml {
  if (html.length <= most) return { html, isCut: false };
  return { html: writeHtml(cutNodes(parseHtml(html), most).nodes), isCut: true };
}

/** The beginning of the tree whose markup has at most `most` of `sizeOf` (default: characters): whole elements and words. */
export function cutNodes(
  nodes: readonly HtmlNode[],
  most: number,
  sizeOf: SizeOf = characters,
): { nodes: readonly HtmlNode[]; isCut: boolean } {
  if (sizeOf(writeHtml(nodes)) <= most) return { nodes, isCut: false };
  return { nodes: new Cutter(most, sizeOf).keep(nodes), isCut: true };
}

const END = ' …';

class Cutter {
  #left: number;
  readonly #sizeOf: SizeOf;

  constructor(most: number, sizeOf: SizeOf) {
    this.#sizeOf = sizeOf;
    this.#left = most - sizeOf(END);
  }

  keep(nodes: readonly HtmlNode[]): HtmlNode[] {
    const cut: HtmlNode[] = [];
    for (const node of nodes) {
      if (this.#left <= 0) break;
      if (typeof node === 'string') cut.push(this.#words(node));
      else if (this.#take(this.#sizeOf(writeHtml([{ ...node, children: [] }])))) {
        const children = this.keep(node.children);
        if (children.length > 0 || node.children.length === 0) cut.push({ ...node, children });
      } else this.#left = 0;
    }
    return cut;
  }

  #words(text: string): string {
    if (this.#take(this.#sizeOf(writeHtml([text])))) return text;
    let beginning = '';
    for (const word of text.match(/\s*\S{1,80}/g) ?? []) {
      const size = this.#sizeOf(writeHtml([word]));
      if (size > this.#left) break;
      this.#left -= size;
      beginning += word;
    }
    this.#left = 0;
    return `${beginning}${END}`;
  }

  /** False if there is no room. */
  #take(size: number): boolean {
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}
