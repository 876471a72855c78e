import { GeneratedForm } from '../../form/GeneratedForm.tsx';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { Picture } from './Picture.tsx';
import styles from './images.module.css';

/** The alternative text is easier to write with the picture above it. */
export function ImageForm(props: RecordFormProps) {
  const file = props.record?.['file'];
  return (
    <div className={styles.form}>
      {typeof file === 'string' && <Picture file={file} alt="" />}
      <GeneratedForm {...props} />
    </div>
  );
}
