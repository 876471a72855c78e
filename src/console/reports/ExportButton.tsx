import { Button } from '../../ui/Button.tsx';

/** `what` is exported: "categories". */
export function ExportButton({ what, onExport }: { what: string; onExport: () => void }) {
  return (
    <Button size="small" icon="download" onClick={onExport}>
      Export<span className="visually-hidden"> {what} as CSV</span>
    </Button>
  );
}
