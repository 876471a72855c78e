import type { Placeholder } from '../../../../domain/messages/message-template.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';

interface PlaceholderMenuProps {
  /** Into what: "the subject". */
  into: string;
  placeholders: Readonly<Record<string, Placeholder>>;
  onChoose: (name: string) => void;
}

/** The placeholders of the event, each inserted at the cursor. */
export function PlaceholderMenu({ into, placeholders, onChoose }: PlaceholderMenuProps) {
  return (
    <Menu
      label={`Placeholders for ${into}`}
      look="wide"
      items={Object.entries(placeholders).map(([name, { title }]) => ({
        key: name,
        label: title,
        hint: `{${name}}`,
        onSelect: () => onChoose(name),
      }))}
      trigger={(props) => (
        <Button {...props} size="small" icon="plus" aria-label={`Insert a placeholder into ${into}`}>
          Placeholder
        </Button>
      )}
    />
  );
}
