import { Eye, EyeOff } from 'lucide-react';
import { useState, type ChangeEvent } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { addDrawings } from '../../ui/iconDrawings.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LoginForm.module.css';

addDrawings({ eye: Eye, 'eye-off': EyeOff });

interface PasswordInputProps {
  id: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.password}>
      <TextField {...props} name="password" type={isShown ? 'text' : 'password'} />
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={isShown ? 'Hide characters' : 'Show characters'}
        size="small"
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}
