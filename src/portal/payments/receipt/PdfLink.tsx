import { callPath } from '../../../app/callApi.ts';
import { buttonClass } from '../../../ui/buttonClass.ts';
import { Icon } from '../../../ui/Icon.tsx';

/** A link and no command: browsers show PDF files or save them, as people have chosen. */
export function PdfLink({ endpoint, token }: { endpoint: string; token: string }) {
  const path = callPath('GET /api/receipt/:endpoint/:token/pdf', { params: { endpoint, token } });
  return (
    <a className={buttonClass({})} href={path}>
      <Icon name="download" size={16} />
      PDF
    </a>
  );
}
