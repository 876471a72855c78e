// Finds the texts of a TypeScript source, and writes it with others in their places.
import ts from 'typescript';
import * as contexts from './contexts.ts';
import { textPlace } from './places.ts';
import { LETTER, Slots, templateText, withoutSlots, type Slot } from './slots.ts';

/** A text of the source. `slots` are its values and elements, by the token that stands for each in `text`. */
export interface Message {
  start: number;
  end: number;
  text: string;
  form: 'literal' | 'template' | 'attribute' | 'children';
  slots: Map<string, Slot>;
  /** The file that has the text for this one to name it by. */
  owner?: string;
}
export function parse(file: string, source: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

/** The texts of a source in their order; one can lie within a value of another. `names`: values of declarations. */
export function extractMessages(file: string, source: string, names: ReadonlySet<string>): Message[] {
  if (contexts.WITHOUT_TEXTS.test(file)) return [];
  const tree = parse(file, source);
  const messages: Message[] = [];
  const taken = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    const message = taken.has(node) ? undefined : messageAt(node, tree, names, taken);
    if (message) messages.push(message);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return messages.sort((a, b) => a.start - b.start || b.end - a.end);
}

function messageAt(
  node: ts.Node,
  tree: ts.SourceFile,
  names: ReadonlySet<string>,
  taken: Set<ts.Node>,
): Message | undefined {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return childrenMessage(node, tree, taken);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  const slots = new Slots(tree);
  const text = ts.isTemplateExpression(node) ? templateText(node, slots) : node.text;
  if (!LETTER.test(withoutSlots(text, slots.all))) return undefined;
  const place = textPlace(node, names);
  if (place === 'never') return undefined;
  if (place === 'open' && !contexts.isProse(withoutSlots(text, slots.all, '{}'), names)) return undefined;
  const form = ts.isTemplateExpression(node) ? 'template' : ts.isJsxAttribute(node.parent) ? 'attribute' : 'literal';
  return { start: node.getStart(tree), end: node.end, text, form, slots: slots.all };
}

/** Elements that stand for themselves next to a text. */
const BLOCKS = new Set([
  'div',
  'ul',
  'ol',
  'table',
  'dl',
  'section',
  'form',
  'p',
  'h2',
  'h3',
  'svg',
  'textarea',
  'select',
  'fieldset',
]);

function childrenMessage(
  node: ts.JsxElement | ts.JsxFragment,
  tree: ts.SourceFile,
  taken: Set<ts.Node>,
): Message | undefined {
  if (!node.children.some((child) => ts.isJsxText(child) && LETTER.test(child.text))) return undefined;
  const slots = new Slots(tree);
  const text = childrenText(node.children, slots, taken);
  const start =
    node.children.pos + (/^\s*\n\s*/.exec(tree.text.slice(node.children.pos, node.children.end))?.[0].length ?? 0);
  const last = /\s*\n\s*$/.exec(tree.text.slice(node.children.pos, node.children.end))?.[0].length ?? 0;
  return { start, end: node.children.end - last, text, form: 'children', slots: slots.all };
}

function childrenText(children: ts.NodeArray<ts.JsxChild>, slots: Slots, taken: Set<ts.Node>): string {
  return children.map((child) => childText(child, slots, taken)).join('');
}

function childText(child: ts.JsxChild, slots: Slots, taken: Set<ts.Node>): string {
  const start = child.getStart(slots.tree);
  if (ts.isJsxText(child)) return lines(child.text);
  if (ts.isJsxExpression(child)) {
    if (!child.expression) return '';
    if (ts.isStringLiteralLike(child.expression)) {
      taken.add(child.expression);
      return child.expression.text;
    }
    return slots.value(child.expression, start, child.end);
  }
  const tag = ts.isJsxElement(child) ? child.openingElement.tagName.getText(slots.tree) : '';
  if (tag === '' || BLOCKS.has(tag) || !ts.isJsxElement(child))
    return slots.add((suffix) => `<${tagOf(child, slots.tree)}${suffix}/>`, { start, end: child.end });
  taken.add(child);
  let close = `</${tag}>`;
  const open = slots.add(
    (suffix) => {
      close = `</${tag}${suffix}>`;
      return `<${tag}${suffix}>`;
    },
    { start, end: child.openingElement.end },
  );
  const inner = childrenText(child.children, slots, taken);
  slots.all.set(close, { start: child.closingElement.getStart(slots.tree), end: child.end });
  return open + inner + close;
}

function tagOf(child: ts.JsxChild, tree: ts.SourceFile): string {
  if (ts.isJsxSelfClosingElement(child)) return child.tagName.getText(tree);
  return ts.isJsxElement(child) ? child.openingElement.tagName.getText(tree) : 'group';
}

/** As JSX reads lines: without indentation and empty ones. */
function lines(text: string): string {
  const all = text.split('\n');
  return all
    .map((line, index) => {
      const left = index === 0 ? line : line.trimStart();
      return index === all.length - 1 ? left : left.trimEnd();
    })
    .filter((line, index) => line !== '' || (all.length === 1 && index === 0))
    .join(' ');
}
