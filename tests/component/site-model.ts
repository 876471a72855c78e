import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { CAPABILITIES } from '../../domain/declarations/capabilities.ts';
import type { ClientModel, ShellModel } from '../../domain/declarations/client-model.ts';
import type { Tables } from '../../domain/generated/tables.ts';
import type { Model } from '../../domain/declarations/model.ts';
import type { CardTypeInfo, PageContent } from '../../domain/calls/page-editor.ts';
import { loadModel, ROOT } from '../../server/declarations/load-model.ts';
import { addCommands } from '../../server/feature.ts';
import { FEATURES } from '../../server/features/index.ts';
import { cardTypes } from '../../server/features/content/card-types.ts';
import { cleanContent } from '../../server/features/content/draft-content.ts';
import { clientModel, shellModel } from '../../server/resources/client-model.ts';
import { Engine } from '../../server/resources/engine.ts';
import { PermissionStore } from '../../server/resources/permission-store.ts';
import type { Services } from '../../server/services.ts';
import { clock } from '../factories/clock.ts';

/** What the server says of itself to an administrator. */
export interface SiteModel {
  shell: ShellModel;
  client: ClientModel;
  cardTypes: CardTypeInfo[];
}

const SOMEONE: Actor = {
  id: 1,
  username: 'administrator',
  roles: ['Administrator'],
  capabilities: CAPABILITIES,
  groupIds: [],
  isKiosk: false,
  ip: null,
};

let declared: Promise<Model> | null = null;
let made: Promise<SiteModel> | null = null;

/** From the declarations of this installation, by the server's own functions. */
export function siteModel(): Promise<SiteModel> {
  made ??= make();
  return made;
}

/** A draft as the server stores it. */
export async function storedDraft(content: PageContent): Promise<PageContent> {
  return cleanContent(await declarations(), content);
}

function declarations(): Promise<Model> {
  declared ??= loadModel(ROOT);
  return declared;
}

async function make(): Promise<SiteModel> {
  const model = await declarations();
  const db = noDatabase();
  const engine = new Engine(db, model, new PermissionStore(db), clock);
  // They run in no component test.
  addCommands(FEATURES, { engine } as Services);
  const { resolver } = engine;
  return {
    shell: shellModel(
      model,
      { openidProviders: [], ldapDirectories: [], localLogin: true, smtp: null },
      resolver,
      SOMEONE,
    ),
    client: clientModel(model, resolver, SOMEONE),
    cardTypes: cardTypes(model),
  };
}

/** An administrator's rights come from no rule, so none are ever loaded. */
function noDatabase(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
