import { createContext, type ReactNode } from 'react';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import type { CommandInputsProps } from './CommandInputs.tsx';

const PlainInputs = lazyComponent(() => import('./CommandInputs.tsx').then((module) => module.CommandInputs));

/** Renders what an action asks its caller. The console's also finds records and pictures. */
export const CommandInputsContext = createContext((props: CommandInputsProps): ReactNode => <PlainInputs {...props} />);
