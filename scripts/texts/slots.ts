// The values in a text: each is a slot, which has a name for translators.
import ts from 'typescript';
import * as contexts from './contexts.ts';

export interface Slot {
  start: number;
  end: number;
}

export const LETTER = /\p{L}/u;

export function withoutSlots(text: string, slots: ReadonlyMap<string, Slot>, by = ''): string {
  let rest = text;
  for (const token of slots.keys()) rest = rest.replaceAll(token, by);
  return rest;
}

/** Names the values of one text. */
export class Slots {
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

export function templateText(node: ts.TemplateExpression, slots: Slots): string {
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

export function calleeOf(node: ts.CallExpression | ts.NewExpression): string {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
}
