// Which file of texts/ the texts of a source belong to: by its folder, the first match counts.
const SURFACES: readonly (readonly [RegExp, string])[] = [
  [/^(src\/portal\/door|server\/features\/checkin)\//, 'door'],
  [/^(src\/portal\/(login|setup)|src\/app\/session|server\/features\/(passwords|setup))\//, 'login'],
  [/^domain\/sessions\/conflict-override/, 'console-sessions'],
  [/^(src\/portal\/signup|domain\/sessions)\//, 'portal-signup'],
  [/^src\/portal\/requests\/submission\//, 'portal-request'],
  [/^(src\/portal\/requests|src\/requests|domain\/requests)\//, 'portal-requests'],
  [/^(src\/portal\/byclass|server\/features\/(rosters|attendance))\//, 'portal-classes'],
  [/^(src\/portal|domain)\/payments\//, 'portal-payments'],
  [/^src\/portal\//, 'portal-pages'],
  [/^src\/(calendar|portal\/calendar|console\/calendar|ui\/datePicker)\/|^domain\/(hours|values)\//, 'calendar'],
  [/^src\/(app|ui|actions|content)\/|^src\/[^/]+$|^domain\/(access|content|html|messages|operations)\//, 'shell'],
  [/^src\/forms\//, 'form-inputs'],
  [/^src\/console\/(list|show|values|links|engine|boards)\/|^src\/console\/[^/]+$/, 'console-lists'],
  [/^src\/console\/(form|editing)\//, 'console-forms'],
  [/^src\/console\/reports\//, 'console-reports'],
  [/^src\/console\/resources\/content\//, 'console-pages'],
  [/^src\/console\/resources\/(forms|messageTemplates)\//, 'console-form-editors'],
  [
    /^src\/console\/resources\/(sessions|instances|events|eventSeries|tickets|blocks|classes|links)/,
    'console-sessions',
  ],
  [/^src\/console\/resources\/(permissions|users|roles|identity|settings|systemSettings)/, 'console-accounts'],
  [/^src\/console\//, 'console-others'],
  [/^domain\/calls\//, 'api-documentation'],
  [/^(domain|server)\/declarations\//, 'declaration-faults'],
  [/^server\/features\/(diagnostics|jobs|metrics|tracing|event-log)\/|diagnostics\.ts$/, 'system-health'],
  [/^server\/features\/(messages|announcements|addresses|templates)\//, 'messages'],
  [/^server\/features\/(requests|pickups)\//, 'refusals-requests'],
  [/^server\/features\/(admission|registration|sessions|places)\//, 'refusals-sessions'],
  [/^server\/features\/(content|documents|images|files|search|sites|home|links)\//, 'refusals-content'],
  [/^server\/features\//, 'refusals-accounts'],
  [/^server\//, 'refusals'],
  [/^config\/messages\//, 'emails'],
  [/^config\/settings\.json$/, 'settings'],
  [/^config\/forms\//, 'starter-forms'],
  [/^config\/resources\//, 'resources'],
  [/^(config\/|schemas\/cards\/)/, 'site'],
  [/^schemas\/(views\/|resources\/[a-e])/, 'fields-a-to-e'],
  [/^schemas\/resources\/[f-p]/, 'fields-f-to-p'],
  [/^schemas\/resources\//, 'fields-q-to-z'],
];

export function surfaceOf(file: string): string {
  const surface = SURFACES.find(([pattern]) => pattern.test(file))?.[1];
  if (surface === undefined) throw new Error(`No surface has the texts of ${file}: scripts/texts/surfaces.ts`);
  return surface;
}
