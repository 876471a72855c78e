import { CommandInputs, type CommandInputsProps } from '../../actions/CommandInputs.tsx';
import { useFormServices } from './formServices.ts';

/** The inputs of an action, with records, pictures and links to choose from. */
export function ConsoleInputs(props: CommandInputsProps) {
  return <CommandInputs {...props} services={useFormServices()} />;
}
