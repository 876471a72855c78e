import { Button } from '../../ui/Button.tsx';
import styles from './reports.module.css';

export function ExportButton({ what, onExport }: { what: string; onExport: () => void }) {
  return (
    <Button size="small" icon="download" className={styles.export} onClick={onExport}>
      Export<span className="visually-hidden"> {what} as CSV</span>
    </Button>
  );
}
