import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\/production\/chunk-[^/]+\.mjs$/;
const COMPONENT = /^(var \w+ = )(?=React\d*\.(?:forwardRef|memo|createContext)\()/gm;
/** Shown by React's developer tools only; the assignments keep components that nothing uses. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Of <Routes>, which the site does not use either. */
const BOUNDARY = /^var RenderErrorBoundary = class [^]*?^\};\n(?:RenderErrorBoundary\.\w+ = [^\n]*\n)?/m;
/** Code of React Router's framework mode and of server components, which the site does not use, and what it returns without them. */
const UNUSED: Readonly<Record<string, string>> = {
  PrefetchPageLinks: 'null',
  usePrefetchBehavior: '[false, null, {}]',
};

/**
 * Leaves out what the site does not use of React Router, 4 kB (gzip) of every page: components without users (its forms), and the
 * functions above. Throws when a new version lacks one of them.
 */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => (code.includes('function PrefetchPageLinks(') ? { code: slim(code), map: null } : null),
    },
  };
}

function slim(code: string): string {
  let rest = code.replace(COMPONENT, '$1/* @__PURE__ */ ').replace(DISPLAY_NAME, '');
  for (const [name, value] of Object.entries(UNUSED)) {
    const whole = new RegExp(`^function ${name}\\((?:\\{[^]*?^\\}\\)|[^\\n]*) \\{\\n[^]*?^\\}$`, 'm');
    if (!whole.test(rest)) throw new Error(`React Router has no function ${name} to leave out`);
    rest = rest.replace(whole, `function ${name}() { return ${value}; }`);
  }
  if (!BOUNDARY.test(rest)) throw new Error('React Router has no RenderErrorBoundary to leave out');
  return rest.replace(BOUNDARY, 'var RenderErrorBoundary = null;');
}
