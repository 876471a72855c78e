import type { Plugin } from 'vite';

const PARTS = /\/node_modules\/@rjsf\/core\/lib\/components\/(fields|templates|widgets)\/index\.js$/;

/** Of RJSF's default registry: the parts that src/forms does not replace. */
const USED: Readonly<Record<string, readonly string[]>> = {
  fields: ['ObjectField', 'SchemaField'],
  templates: [],
  widgets: [],
};

/**
 * Leaves out those fields, templates and widgets of RJSF that src/forms replaces, 19 kB (gzip) of every form: the default registry refers
 * to all of them. Throws when a new version lacks one that is used.
 */
export function slimForms(): Plugin {
  return {
    name: 'slim-forms',
    transform: {
      filter: { id: PARTS },
      handler(code, id) {
        const names = USED[PARTS.exec(id)?.[1] ?? ''] ?? [];
        const imports = names.map((name) => {
          const line = new RegExp(`^import ${name} from .*;$`, 'm').exec(code)?.[0];
          if (line === undefined) throw new Error(`RJSF has no ${name} in ${id}`);
          return line;
        });
        return { code: `${imports.join('\n')}\nexport default () => ({ ${names.join(', ')} });\n`, map: null };
      },
    },
  };
}
