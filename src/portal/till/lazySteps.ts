import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Apart, so that it shares the code of the web store without making other pages larger. The till loads it when it opens. */
export const AddItemsStep = lazyComponent(() => import('./AddItemsStep.tsx').then((module) => module.AddItemsStep));
