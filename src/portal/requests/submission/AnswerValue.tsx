import { formatDay, formatInstant, formatMoney } from '../../../../domain/values/formats.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import type { MouseEvent } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import type { StoredFile } from '../../../../domain/calls/files.ts';
import {
  isUnanswered,
  optionLabel,
  type Answers,
  type RequestField,
} from '../../../../domain/requests/request-form.ts';
import { formatSize } from '../../../ui/formatSize.ts';
import layout from '../../../ui/layout.module.css';
import styles from './SubmissionPage.module.css';

interface AnswerValueProps {
  field: RequestField;
  value: Answers[string] | undefined;
  files: readonly StoredFile[];
}

export function AnswerValue({ field, value, files }: AnswerValueProps) {
  const { timezone } = useModel().site;
  if (value === undefined || isUnanswered(value)) return '–';
  if (field['x-field'] === 'MultiSelect')
    return [value]
      .flat()
      .map((one) => optionLabel(field, String(one)))
      .join(', ');
  if (Array.isArray(value)) return <Files ids={value} files={files} />;
  switch (field['x-field']) {
    case 'Select':
      return optionLabel(field, String(value));
    case 'Boolean':
      return value === true ? 'Yes' : 'No';
    case 'Cost':
      return formatMoney(Number(value));
    case 'Date':
      return formatDay(String(value));
    case 'DateTime':
      return formatInstant(String(value), timezone);
    case 'Email':
      return <a href={`mailto:${String(value)}`}>{String(value)}</a>;
    case 'Integer':
    case 'Double':
      return field['x-unit'] ? `${String(value)} ${field['x-unit']}` : String(value);
    default:
      return <span className={styles.text}>{String(value)}</span>;
  }
}

function Files({ ids, files }: { ids: readonly string[]; files: readonly StoredFile[] }) {
  return (
    <ul className={layout.toolbar3}>
      {ids.map((id) => {
        const file = files.find((one) => one.id === id);
        return (
          <li key={id}>
            <a
              className={styles.file}
              href={file?.url ?? `/api/files/${id}`}
              target="_blank"
              rel="noreferrer"
              onClick={(event) => file && showInstead(event, file)}
            >
              {file?.thumbnailUrl ? (
                <img className={styles.thumbnail} src={file.thumbnailUrl} alt="" loading="lazy" />
              ) : (
                <span className={styles.thumbnail}>
                  <Icon name="file-text" size={28} />
                </span>
              )}
              <span className={styles.fileName}>{file?.name ?? 'File'}</span>
              {file && <span className={styles.fileSize}>{formatSize(file.size)}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A PDF opens in a dialog; with a modifier key, in a new tab or as a download as the browser does it. */
function showInstead(event: MouseEvent, { name, mime, url }: StoredFile): void {
  if (mime !== 'application/pdf' || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void showModal({
    header: name,
    message: '',
    linkToPdf: url,
    confirmButtonText: 'Close',
    isClosable: true,
    width: PDF_WIDTH,
  });
}

const PDF_WIDTH = 900;
