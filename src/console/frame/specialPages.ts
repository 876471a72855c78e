import type { ComponentType } from 'react';
import type { LazyComponent } from '../../ui/lazyComponent.tsx';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { DrawMoveQuestion } from '../calendar/moveQuestion.ts';
import type { EditFrameProps } from '../form/EditPage.tsx';
import type { RecordFormProps } from '../form/recordFormProps.ts';
import type { MainProps, OwnActionsProps } from '../show/ShowPage.tsx';
import type { ConsolePage } from '../engine/paths.ts';

export interface ResourcePageProps {
  resource: ClientResource;
  page: ConsolePage;
}

/** `id`: of the record, '' where the page is of none. */
export type SpecialPageProps = ResourcePageProps & { id: string };

type Special<Props> = ComponentType<Props> | LazyComponent<Props>;

/** What generated pages show instead of, or beside, what is generated. */
export interface PageParts {
  /** Instead of the form. `formShows`: fields that it shows beside those that it edits. */
  form?: Special<RecordFormProps>;
  formShows?: readonly string[];
  /** Around the form of an edit page. */
  frame?: Special<EditFrameProps>;
  /** Instead of the sections of a record. `mainShows`: its fields; the others are facts at the side. */
  main?: Special<MainProps>;
  mainShows?: readonly string[];
  /** Draws the actions beside the title of a record, with its own among them. */
  actions?: Special<OwnActionsProps>;
  /** Asked before the calendar moves a record. */
  moveQuestion?: DrawMoveQuestion;
}

/** By the resource's name: its pages, and parts of pages, that are more than their declaration. All else is generated. */
export type SpecialPages = Readonly<
  Record<string, Partial<Record<ConsolePage['kind'], Special<SpecialPageProps>>> & PageParts>
>;
