import { formatInstant } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TemplateSummary } from '../../../../domain/calls/templates.ts';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { useModel } from '../../../app/useModel.ts';
import { Card } from '../../../ui/Card.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { audienceLabel, templatePath } from './templateNames.ts';
import { TemplateStateChips } from './TemplateStateChips.tsx';
import styles from './templates.module.css';

/** /admin/messageTemplates: the texts of all events by audience. */
export function Screen() {
  const { timezone } = useModel().site;
  const list = useQuery({
    queryKey: ['messageTemplates'],
    queryFn: () => callApi('GET /api/messageEvents'),
    staleTime: 0,
  });
  return (
    <Page title="Message templates" lead="Edit, test or reset the text of each message and email.">
      <QueryView query={list} what="the templates" lines={8} lineHeight={44}>
        {(templates) => (
          <Card flush>
            <Table
              caption="Message templates"
              columns={columnsIn(timezone)}
              rows={templates}
              rowKey={({ event, audience }) => `${event} ${audience}`}
            />
          </Card>
        )}
      </QueryView>
    </Page>
  );
}

function columnsIn(timezone: string): Column<TemplateSummary>[] {
  return [
    {
      key: 'event',
      header: 'Template',
      cell: (template) => (
        <Link to={templatePath(template)} className={styles.name}>
          {template.label}
          <small>{template.subject}</small>
        </Link>
      ),
    },
    { key: 'audience', header: 'To', cell: ({ audience }) => audienceLabel(audience) },
    { key: 'category', header: 'Category', minor: true, cell: ({ category }) => category },
    { key: 'state', header: 'Text', cell: (template) => <TemplateStateChips template={template} /> },
    {
      key: 'saved',
      header: 'Changed',
      cell: ({ savedAt, savedBy }) =>
        savedAt === null ? (
          '–'
        ) : (
          <>
            <time dateTime={savedAt}>{formatInstant(savedAt, timezone)}</time>
            {savedBy !== null && <small className={styles.by}>{savedBy}</small>}
          </>
        ),
    },
  ];
}
