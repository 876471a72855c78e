import { TextField } from '../../ui/TextField.tsx';

export interface AltFieldProps {
  alt: string;
  disabled?: boolean;
  onAlt: (alt: string) => void;
}

export function AltField({ alt, disabled = false, onAlt }: AltFieldProps) {
  return (
    <TextField
      label="Image description"
      optional
      help="For people who cannot see the image. Leave empty if it is decorative."
      maxLength={300}
      disabled={disabled}
      value={alt}
      onChange={(event) => onAlt(event.target.value)}
    />
  );
}
