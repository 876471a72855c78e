// Finds the texts of a declaration (schemas/, config/): strings at members that hold texts.
import ts from 'typescript';
import { NEVER_MEMBERS, TEXT_MEMBERS } from './contexts.ts';
import type { Message } from './extract.ts';

const LETTER = /\p{L}/u;
/** Their members are named as the data is. */
const FIELDS = new Set(['properties', 'definitions', '$defs', 'placeholders']);
/** Names a group of the menu by its label. */
const MENU_GROUP = 'menu';
const MENU = 'config/menu.json';
/** The name of a route is the title of its page. */
const ROUTES = 'config/routes.json';

export function extractDeclared(file: string, source: string): Message[] {
  const tree = ts.parseJsonText(file, source);
  const messages: Message[] = [];
  const visit = (node: ts.Node, isText: boolean, member = ''): void => {
    if (ts.isStringLiteral(node)) {
      if (isText && LETTER.test(node.text)) messages.push(literalMessage(node, tree));
    } else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) visit(element, isText);
    else if (ts.isObjectLiteralExpression(node)) {
      const isMap =
        isText && node.properties.every((one) => ts.isPropertyAssignment(one) && ts.isStringLiteral(one.initializer));
      for (const property of node.properties) {
        if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name)) continue;
        const name = property.name.text;
        const isTitle = file === ROUTES && name === 'name';
        if (NEVER_MEMBERS.has(name) && !isTitle && !FIELDS.has(member)) continue;
        if (name === MENU_GROUP && ts.isStringLiteral(property.initializer)) messages.push(literalMessage(property.initializer, tree, MENU));
        else visit(property.initializer, !FIELDS.has(member) && (isMap || isTitle || TEXT_MEMBERS.has(name)), name);
      }
    }
  };
  const statement = tree.statements[0];
  if (statement) visit(statement.expression, false);
  return messages;
}

function literalMessage(node: ts.StringLiteral, tree: ts.SourceFile, owner?: string): Message {
  const text = { start: node.getStart(tree), end: node.end, text: node.text, form: 'literal' as const, slots: new Map() };
  return owner === undefined ? text : { ...text, owner };
}
