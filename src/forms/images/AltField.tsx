import { TextField } from '../../ui/TextField.tsx';

export interface AltFieldProps {
  alt: string;
  disabled?: boolean;
  onAlt: (alt: string) => void;
}

export function AltField({ alt, disabled = false, onAlt }: AltFieldProps) {
  return (
    <TextField
      label="What the picture shows"
      optional
      help="Read to people who do not see it. Leave it empty when the picture only decorates."
      maxLength={300}
      disabled={disabled}
      value={alt}
      onChange={(event) => onAlt(event.target.value)}
    />
  );
}
