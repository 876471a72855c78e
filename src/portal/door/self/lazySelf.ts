import { lazyComponent } from '../../../ui/lazyComponent.tsx';

export const SelfCheckInScreen = lazyComponent(() =>
  import('./SelfCheckInScreen.tsx').then((module) => module.SelfCheckInScreen),
);
