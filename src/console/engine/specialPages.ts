import type { ComponentType } from 'react';
import type { LazyComponent } from '../../ui/lazyComponent.tsx';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { DrawMoveQuestion } from '../calendar/moveQuestion.ts';
import type { ConsolePage } from './paths.ts';

export interface ResourcePageProps {
  resource: ClientResource;
  page: ConsolePage;
}

/** `id`: of the record, '' where the page is of none. */
export type SpecialPageProps = ResourcePageProps & { id: string };

/** By the resource's name: its pages that are more than their declaration. All else is generated. */
export type SpecialPages = Readonly<
  Record<
    string,
    Partial<Record<ConsolePage['kind'], ComponentType<SpecialPageProps> | LazyComponent<SpecialPageProps>>> & {
      /** Asked before the calendar moves a record. */
      moveQuestion?: DrawMoveQuestion;
    }
  >
>;
