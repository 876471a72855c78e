import { KINDS, type TextForm } from '../../domain/declarations/kinds.ts';
import { MEDIA } from '../../domain/values/media.ts';
import type { Field, Model } from '../../domain/declarations/model.ts';
import type { RecordRule } from '../../domain/declarations/resource-config.ts';
import type { DescribedResource } from './openapi.ts';

/** The API page, rendered from the OpenAPI document. It has no scripts and needs no exception from the content security policy. */
export function docsPage(
  model: Model,
  resources: readonly DescribedResource[],
  document: Record<string, unknown>,
): string {
  const name = text(model.site.productName);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body>
<nav aria-label="Resources"><a href="#calls">Named calls</a>${resources.map(({ name: one, config }) => `<a href="#${one}">${text(config.label)}</a>`).join('')}</nav>
<main>
<h1>${name} API</h1>
<p>What you may call. The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${INTRODUCTION}
<section id="calls"><h2>Named calls</h2>${callsTable(document)}</section>
${resources.map(resourceSection).join('\n')}
</main>
</body>
</html>
`;
}

const INTRODUCTION = `<h2>What every resource takes</h2>
<div class="scroll"><table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th></tr></thead><tbody>
<tr><td><code>GET /api/{resource}?filter=&amp;range=&amp;sort=</code></td><td>A page of rows; <code>Content-Range</code> tells the total; where it is not exact, <code>Total-Accuracy</code> is <code>estimate</code> or <code>minimum</code>. <code>filter={"id":[1,2]}</code> is never paged. With <code>spelling=correct</code>, a search without results is repeated with similar words, which <code>Search-Corrected</code> names.</td></tr>
<tr><td><code>GET /api/{resource}/{id}</code></td><td>One row; <code>ETag</code> is its version.</td></tr>
<tr><td><code>POST /api/{resource}</code></td><td>Creates a row; once per <code>Idempotency-Key</code>, which may be sent again for seven days.</td></tr>
<tr><td><code>PUT /api/{resource}/{id}</code></td><td>Changes the given fields. With <code>If-Match: "3"</code> only that version: else 412 with the row as it is.</td></tr>
<tr><td><code>PATCH /api/{resource}</code></td><td><code>{"ids": [1, 2], "data": {…}}</code>: all or none. The <code>changes</code> of the answer are what <code>POST /api/undo</code> takes back.</td></tr>
<tr><td><code>DELETE /api/{resource}/{id}</code>, <code>DELETE /api/{resource}?filter=</code></td><td>Deletes one, or all that match, or none; the <code>changes</code> of several can be undone.</td></tr>
<tr><td><code>GET /api/{resource}/export?filter=&amp;sort=&amp;fields=&amp;names=</code></td><td>Everything that matches, as CSV; with <code>names=true</code> references are told by name.</td></tr>
<tr><td><code>GET /api/{resource}/calendar?from=&amp;to=&amp;zone=&amp;filter=</code></td><td>What takes place from one date to another, where the resource has a calendar.</td></tr>
<tr><td><code>POST /api/undo</code></td><td><code>{"changes": [{"resource": "{resource}", "id": 7, "version": 3}]}</code>: each row goes back to what it was before that version, or none.</td></tr>
<tr><td><code>GET /api/{resource}/{id}/history</code>, <code>POST …/revert</code></td><td>Who changed what; <code>{"entryId": 7, "fields": ["name"]}</code> takes a change back.</td></tr>
<tr><td><code>POST /api/{resource}/{id}/restore</code></td><td>Brings back a deleted record, where deleting keeps them.</td></tr>
</tbody></table></div>
<p>Operators: <code>field</code> or <code>field_eq _neq _lt _lte _gt _gte _in _nin _like _null</code>, <code>q</code> for full text, <code>_and _or _not</code> to combine. Refusals are RFC 9457 problems with <code>code</code>, <code>detail</code> and, by field, <code>errors</code>.</p>`;

function callsTable({ paths }: Record<string, unknown>): string {
  const calls = Object.entries(paths as Record<string, Record<string, { tags: string[]; summary: string }>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => tags.includes('calls'))
        .map(([method, { summary }]) => ({ call: `${method.toUpperCase()} ${path}`, summary })),
  );
  const rows = calls.map(
    ({ call, summary }) =>
      `<tr><td><code>${text(call)}</code></td><td>${summary === call ? '' : text(summary)}</td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function resourceSection({ name, config, schema, fields }: DescribedResource): string {
  const rows = fields.map(
    (field) =>
      `<tr><td><code>${text(field.name)}</code></td><td>${text(field.title)}</td><td>${text(fieldType(field))}</td><td>${text(fieldNotes(field))}</td></tr>`,
  );
  return `<section id="${name}"><h2>${text(config.label)} <code>/api/${name}</code></h2>${schema.description ? `<p>${text(schema.description)}</p>` : ''}
<div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Title</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>${ruleList(config.rules)}</section>`;
}

function ruleList(rules: readonly RecordRule[]): string {
  if (rules.length === 0) return '';
  const items = rules.map(
    ({ field, when, message }) =>
      `<li><code>${text(field)}</code>: ${text(message)} (<code>${text(JSON.stringify(when))}</code>)</li>`,
  );
  return `<p>A record is refused, with this message at the field, while the condition holds:</p><ul>${items.join('')}</ul>`;
}

/** The unit of a number, the parts of a text. */
const UNITS: Record<TextForm, string | undefined> = {
  asIs: undefined,
  prose: undefined,
  html: undefined,
  number: undefined,
  percent: 'percent',
  size: 'bytes',
  money: 'cents',
  hour: 'decimal hour of the day',
  yesNo: undefined,
  day: undefined,
  instant: undefined,
  time: undefined,
  month: undefined,
  label: undefined,
  fileName: '{id}/{size}/{name}',
  rule: 'RFC 5545',
  json: undefined,
};

function fieldType({ kind, schema, reference }: Field): string {
  return [schema.type, schema.format, UNITS[KINDS[kind].text], reference && `→ ${reference}`].filter(Boolean).join(' ');
}

function fieldNotes({ required, readOnly, long, options, description }: Field): string {
  const values = options && options.length <= 20 ? options.map(({ value }) => value).join(', ') : undefined;
  return [required ? 'required' : '', readOnly ? 'read only' : '', long ? 'not in lists' : '', values, description]
    .filter(Boolean)
    .join('; ');
}

function text(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

export const DOCS_STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; display: grid; grid-template-columns: 14rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; box-sizing: border-box; padding: 1.5rem 1rem; display: flex; flex-direction: column; gap: 0.25rem; border-right: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
nav a { text-decoration: none; padding: 0.25rem 0.5rem; border-radius: 0.25rem; }
nav a:hover, nav a:focus-visible { background: color-mix(in srgb, currentColor 12%, transparent); }
main { padding: 1.5rem 2rem; max-width: 70rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
h2 code { font-size: 0.9rem; font-weight: 400; margin-left: 0.5rem; }
section { scroll-margin-top: 1rem; margin-top: 2.5rem; }
@media ${MEDIA['below-large']} { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; max-height: 12rem; border-right: 0; } main { padding: 1rem; } }
`;
