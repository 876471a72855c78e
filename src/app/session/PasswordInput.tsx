import { useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LoginForm.module.css';

interface PasswordInputProps {
  id: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | null;
  onValue: (value: string) => void;
}

export function PasswordInput({ onValue, ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.password}>
      <TextField
        {...rest}
        name="password"
        type={isShown ? 'text' : 'password'}
        onChange={(event) => onValue(event.target.value)}
      />
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={isShown ? 'Hide characters' : 'Show characters'}
        size="small"
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}
