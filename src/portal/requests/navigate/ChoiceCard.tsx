import { formatInstant } from '../../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { Form, FormGroup } from '../../../../domain/generated/resources.ts';
import { useModel } from '../../../app/useModel.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { COST_TEXTS } from '../../../requests/costTexts.ts';
import styles from './RequestsNavigate.module.css';
import { clock } from '../../../ui/clock.ts';
import area from '../../../ui/linkArea.module.css';
import { classNames } from '../../../ui/classNames.ts';

export function GroupCard({
  group,
  forms,
}: {
  group: Pick<FormGroup, 'id' | 'title' | 'description'>;
  forms: readonly Form[];
}) {
  return (
    <li className={classNames(styles.card, area.area)}>
      <h2 className={classNames(styles.title, area.title)}>
        <Link to={`/requests/navigate?groupId=${group.id}`}>{group.title}</Link>
      </h2>
      {group.description && <p className={styles.text}>{group.description}</p>}
      <p className={styles.foot}>
        <span className={styles.names}>{forms.map((form) => form.title).join(', ')}</span>
        <Icon name="arrow-right" />
      </p>
    </li>
  );
}

export function FormCard({ form, groupName }: { form: Form; groupName: string | undefined }) {
  const { timezone } = useModel().site;
  const path = groupName
    ? `/requests/view/${encodeURIComponent(groupName)}/${encodeURIComponent(form.name)}`
    : `/requests/view/${encodeURIComponent(form.name)}`;
  const closed = closedLabel(form, timezone, clock.date());
  return (
    <li className={classNames(styles.card, area.area)}>
      <h2 className={classNames(styles.title, area.title)}>
        <Link to={path}>{form.title}</Link>
      </h2>
      {form.description && <p className={styles.text}>{form.description}</p>}
      <p className={styles.foot}>
        <span>{closed ?? COST_TEXTS[form.costType].short}</span>
        <Icon name={closed ? 'clock' : 'arrow-right'} />
      </p>
    </li>
  );
}

function closedLabel(form: Form, timezone: string, now: Date): string | undefined {
  if (form.opensAt && new Date(form.opensAt) > now) return `Opens ${formatInstant(form.opensAt, timezone)}`;
  if (form.closesAt && new Date(form.closesAt) <= now) return `Closed since ${formatInstant(form.closesAt, timezone)}`;
  return undefined;
}
