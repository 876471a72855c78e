import { useState, type ChangeEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LoginForm.module.css';

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
      <Button
        variant="quiet"
        size="small"
        aria-label={isShown ? 'Hide characters' : 'Show characters'}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
