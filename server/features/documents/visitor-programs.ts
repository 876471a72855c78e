import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemSettingValues } from '../../../domain/generated/settings.ts';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { Needs } from '../../services.ts';

/** A program of another site that runs on public pages once a visitor has consented. */
export type VisitorProgram = SystemSettingValues['visitors.programs'][number];

/** Screens of public pages. Login, accounts and the console never have programs of others. */
const SCREENS: ReadonlySet<string> = new Set(['portal:content', 'portal:calendar', 'portal:docs']);
const ELEMENT = 'visitor-programs';

export function programsAt(
  { model, systemSettings }: Needs<'model' | 'systemSettings'>,
  path: string,
  request: Pick<FastifyRequest, 'session' | 'device'>,
): VisitorProgram[] {
  const route = matchRoute(path, model.routes)?.route;
  const isPublic = route && !route.login && route.requiredRoles.length === 0 && SCREENS.has(route.screen);
  const isVisitor = request.session === null && request.device === null;
  return isPublic && isVisitor ? systemSettings.value('visitors.programs') : [];
}

/** Adds the consent dialog; the policy admits the hosts of the programs and no others. */
export function withPrograms(html: string, programs: readonly VisitorProgram[], reply: FastifyReply): string {
  if (programs.length === 0) return html;
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policyWith(policy, programs));
  const list = JSON.stringify(programs).replaceAll('<', '\\u003c');
  const end = html.lastIndexOf('</body>');
  return `${html.slice(0, end)}<script type="application/json" id="${ELEMENT}">${list}</script><script type="module" src="/consent.js"></script>${html.slice(end)}`;
}

/** A content security policy that lets the programs load and send; some send by loading a picture. */
export function policyWith(policy: string, programs: readonly VisitorProgram[]): string {
  const origins = programs.map(({ script }) => programOrigin(script));
  const targets = programs.flatMap(({ script, sendsTo }) => [
    programOrigin(script),
    ...(sendsTo ? [programOrigin(sendsTo)] : []),
  ]);
  const add = (directive: string, hosts: string[]) => (text: string) =>
    text.replace(new RegExp(`(^|;)${directive} `), (start) => `${start}${[...new Set(hosts)].join(' ')} `);
  return add('img-src', targets)(add('connect-src', targets)(add('script-src', origins)(policy)));
}

/** Of an address that the setting admits: small letters, https, nothing that ends a directive. */
function programOrigin(address: string): string {
  return /^https:\/\/[^/]+/.exec(address)?.[0] ?? "'none'";
}
