// Whether a string is a text that people read, by where it is in the source.
import ts from 'typescript';
import * as contexts from './contexts.ts';
import { calleeOf, Slots, templateText, withoutSlots } from './slots.ts';

const K = ts.SyntaxKind;

type Place = 'text' | 'never' | 'open';

/** What the place of a string says about it. */
export function textPlace(node: ts.Node, names: ReadonlySet<string>): Place {
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
      const place = textPlace(template, names);
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
