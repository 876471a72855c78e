import { useEffect, useRef } from 'react';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: () => void;
}

export function Checkbox({ label, checked, indeterminate = false, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.check}>
      <span className="visually-hidden">{label}</span>
      <input ref={input} type="checkbox" checked={checked} onChange={onChange} />
    </label>
  );
}
