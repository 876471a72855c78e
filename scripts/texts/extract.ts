// Finds the texts of a TypeScript source, and writes it with others in their places.
import ts from 'typescript';
import * as contexts from './contexts.ts';

/** A text of the source. `slots` are its values and elements, by the token that stands for each in `text`. */
export interface Message {
  start: number;
  end: number;
  text: string;
  form: 'literal' | 'template' | 'attribute' | 'children';
  slots: Map<string, Slot>;
}
interface Slot {
  start: number;
  end: number;
}

const K = ts.SyntaxKind;
const LETTER = /\p{L}/u;

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
  const place = placeOf(node, names);
  if (place === 'never') return undefined;
  if (place === 'open' && !contexts.isProse(withoutSlots(text, slots.all, '{}'), names)) return undefined;
  const form = ts.isTemplateExpression(node) ? 'template' : ts.isJsxAttribute(node.parent) ? 'attribute' : 'literal';
  return { start: node.getStart(tree), end: node.end, text, form, slots: slots.all };
}

function withoutSlots(text: string, slots: ReadonlyMap<string, Slot>, by = ''): string {
  let rest = text;
  for (const token of slots.keys()) rest = rest.replaceAll(token, by);
  return rest;
}

/** Names the values of one text. */
class Slots {
  readonly all = new Map<string, Slot>();
  readonly tree: ts.SourceFile;
  constructor(tree: ts.SourceFile) {
    this.tree = tree;
  }

  value(node: ts.Expression, start: number, end: number): string {
    return this.add((suffix) => `{${nameOf(node)}${suffix}}`, { start, end });
  }

  add(tokenOf: (suffix: string) => string, slot: Slot): string {
    let token = tokenOf('');
    for (let index = 2; this.all.has(token); index += 1) token = tokenOf(String(index));
    this.all.set(token, slot);
    return token;
  }
}

function templateText(node: ts.TemplateExpression, slots: Slots): string {
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans)
    text += slots.value(expression, expression.getStart(slots.tree), expression.end) + literal.text;
  return text;
}

/** Of a value: its alternatives if these are texts, otherwise the last name in it. */
function nameOf(node: ts.Expression): string {
  const alternatives: string[] = [];
  const collect = (part: ts.Node): void => {
    if (ts.isConditionalExpression(part)) {
      collect(part.whenTrue);
      collect(part.whenFalse);
    } else if (ts.isParenthesizedExpression(part)) collect(part.expression);
    else if (ts.isStringLiteralLike(part)) alternatives.push(part.text);
    else if (ts.isTemplateExpression(part)) alternatives.push('…');
    else if (ts.isCallExpression(part)) {
      for (const index of contexts.TEXT_ARGUMENTS.get(calleeOf(part)) ?? [])
        if (part.arguments[index]) collect(part.arguments[index]);
    }
  };
  collect(node);
  if (alternatives.length > 0 && alternatives.some((text) => LETTER.test(text))) return alternatives.join('|');
  return lastName(node) ?? 'value';
}

function lastName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return lastName(node.expression);
  if (ts.isElementAccessExpression(node)) return lastName(node.expression);
  if (ts.isBinaryExpression(node)) return lastName(node.left) ?? lastName(node.right);
  if (ts.isConditionalExpression(node)) return lastName(node.whenTrue) ?? lastName(node.whenFalse);
  if (!ts.isCallExpression(node)) return undefined;
  const first = node.arguments.map(lastName).find((name) => name !== undefined);
  return (
    first ?? (ts.isPropertyAccessExpression(node.expression) ? lastName(node.expression.expression) : calleeOf(node))
  );
}

function calleeOf(node: ts.CallExpression | ts.NewExpression): string {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
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

type Place = 'text' | 'never' | 'open';

/** What the place of a string says about it. */
function placeOf(node: ts.Node, names: ReadonlySet<string>): Place {
  let child = node;
  for (let parent = node.parent; ; child = parent, parent = parent.parent) {
    if (ts.isConditionalExpression(parent)) {
      if (parent.condition === child) return 'never';
    } else if (ts.isBinaryExpression(parent)) {
      const operator = parent.operatorToken.kind;
      if (operator === K.EqualsToken) return 'open';
      if (![K.BarBarToken, K.QuestionQuestionToken, K.AmpersandAmpersandToken, K.PlusToken].includes(operator))
        return 'never';
    } else if (ts.isTemplateSpan(parent)) {
      const template = parent.parent;
      if (ts.isTaggedTemplateExpression(template.parent)) return 'never';
      const slots = new Slots(node.getSourceFile());
      const text = withoutSlots(templateText(template, slots), slots.all, '{}');
      const place = placeOf(template, names);
      if (place === 'never') return 'never';
      return place === 'text' || contexts.isProse(text, names) ? 'text' : 'open';
    } else if (isValueList(parent, names)) return 'never';
    else if (!isTransparent(parent, child)) return placeIn(parent, child);
  }
}

/** A constant list in which one entry is no text has none. */
function isValueList(parent: ts.Node, names: ReadonlySet<string>): boolean {
  return (
    ts.isArrayLiteralExpression(parent) &&
    ts.isAsExpression(parent.parent) &&
    parent.elements.some((entry) => ts.isStringLiteral(entry) && !contexts.isProse(entry.text, names))
  );
}

/** Methods whose result is still the text, or the list of texts. */
const KEEPS = new Set(['concat', 'filter', 'flat', 'join', 'slice', 'toSorted', 'trim']);

function isTransparent(parent: ts.Node, child: ts.Node): boolean {
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isTemplateExpression(parent) ||
    (ts.isPropertyAccessExpression(parent) && KEEPS.has(parent.name.text)) ||
    (ts.isCallExpression(parent) && parent.expression === child)
  );
}

function placeIn(parent: ts.Node, child: ts.Node): Place {
  if (ts.isPropertyAssignment(parent)) return propertyPlace(parent, child);
  if (ts.isJsxAttribute(parent)) return attributePlace(parent);
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? attributePlace(parent.parent) : 'text';
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return argumentPlace(parent, child);
  if (ts.isVariableDeclaration(parent)) return contexts.NEVER_VARIABLES.test(parent.name.getText()) ? 'never' : 'open';
  const isOpen =
    ts.isReturnStatement(parent) || ts.isArrowFunction(parent) || ts.isParameter(parent) || ts.isBindingElement(parent);
  return isOpen || ts.isPropertyDeclaration(parent) || ts.isExpressionStatement(parent) ? 'open' : 'never';
}

function propertyPlace(parent: ts.PropertyAssignment, child: ts.Node): Place {
  if (parent.name === child) return 'never';
  const name = ts.isComputedPropertyName(parent.name) ? '' : parent.name.text;
  if (contexts.NEVER_PROPERTIES.has(name)) return 'never';
  if (!contexts.TEXT_PROPERTIES.has(name)) return 'open';
  return isName(child) && contexts.NAMING_PROPERTIES.has(name) ? 'never' : 'text';
}

/** Written as a name in code, not as a text. */
function isName(child: ts.Node): boolean {
  if (ts.isConditionalExpression(child)) return isName(child.whenTrue) && isName(child.whenFalse);
  return ts.isStringLiteralLike(child) && /^[a-z]+([-A-Z][A-Za-z]*)*$/.test(child.text);
}

function attributePlace(parent: ts.JsxAttribute): Place {
  const name = parent.name.getText();
  if (contexts.NEVER_ATTRIBUTES.has(name)) return 'never';
  if (!contexts.TEXT_ATTRIBUTES.has(name)) return 'open';
  return parent.initializer && ts.isStringLiteral(parent.initializer) && parent.initializer.text.startsWith('/')
    ? 'never'
    : 'text';
}

function argumentPlace(parent: ts.CallExpression | ts.NewExpression, child: ts.Node): Place {
  const name = calleeOf(parent);
  if (contexts.TEXT_ARGUMENTS.get(name)?.some((index) => parent.arguments?.[index] === child)) return 'text';
  const operand = ts.isArrayLiteralExpression(child) ? child.elements[0] : child;
  if (operand && ts.isStringLiteral(operand) && contexts.OPERANDS.has(operand.text)) return 'never';
  return contexts.NEVER_CALLS.has(name) ? 'never' : 'open';
}
