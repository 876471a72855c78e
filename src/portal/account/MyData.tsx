import { buttonClass } from '../../ui/buttonClass.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Page } from '../../ui/Page.tsx';
import layout from '../../ui/layout.module.css';

/** /myAccount/data: all that belongs to the current user, to take along. */
export function Screen() {
  return (
    <Page title="My data" lead="Download a copy of your data." width="reading">
      <Card title="Download my data">
        <div className={layout.stack4}>
          <p>
            You get a ZIP file. Open <strong>index.html</strong> in it: it leads to your account, your requests with
            their answers and history, your messages, choices and other records, as tables and as JSON, and to the files
            that you uploaded.
          </p>
          <p>Staff notes and other people’s data are not included.</p>
          <p>
            <a className={buttonClass({ variant: 'primary' })} href="/api/myAccount/data" download>
              <Icon name="download" />
              Download my data
            </a>
          </p>
        </div>
      </Card>
    </Page>
  );
}
