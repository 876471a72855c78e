import { useId } from 'react';
import { classNames } from '../../../../ui/classNames.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { DragHandle, reorderClass } from '../../../editing/DragHandle.tsx';
import type { FieldCardProps } from './fieldCardProps.ts';
import { formFieldKind } from './fieldKinds.ts';
import { FieldSettings } from './FieldSettings.tsx';
import { describeRule } from './describeRule.ts';
import styles from './editor.module.css';

/** A field: a summary line when collapsed, its settings when expanded. */
export function FieldCard(props: FieldCardProps) {
  const { name, index, editor, faults, isOpen, placed, onToggle, onMove, onDuplicate, onRemove } = props;
  const { schema } = editor;
  const settingsId = useId();
  const field = schema.properties[name];
  if (!field) return null;
  const { title: kind, icon } = formFieldKind(field['x-field']);
  const title = field.title || 'Untitled field';
  const last = schema['x-order'].length - 1;
  const faultCount = Object.keys(faults).length;
  return (
    <li data-field={name} className={reorderClass(placed)} {...placed.item}>
      {field['x-section'] !== undefined && <p className={styles.sectionName}>{field['x-section']}</p>}
      <div className={classNames(styles.card, isOpen && styles.openCard, faultCount > 0 && styles.faultyCard)}>
        <div className={styles.cardHead}>
          <DragHandle
            label={`Move ${title}, field ${index + 1} of ${last + 1}`}
            name={name}
            handle={placed.handle}
            className={styles.handle}
          />
          <button
            type="button"
            className={styles.cardTitle}
            aria-expanded={isOpen}
            aria-controls={settingsId}
            onClick={onToggle}
          >
            <Icon name={icon} size={16} />
            <span className={styles.cardWords}>
              <span>
                {title}
                {schema.required.includes(name) ? '' : field['x-field'] === 'DisplayOnly' ? '' : ' (optional)'}
              </span>
              <small>
                {faultCount > 0
                  ? Object.values(faults)[0]
                  : [kind, field['x-show-if'] && describeRule(schema, field['x-show-if'])].filter(Boolean).join(' · ')}
              </small>
            </span>
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
          </button>
          <span className={styles.cardActions}>
            <IconButton
              icon="arrow-up"
              size="small"
              label={`Move ${title} up`}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              icon="arrow-down"
              size="small"
              label={`Move ${title} down`}
              disabled={index === last}
              onClick={() => onMove(1)}
            />
            <IconButton icon="copy" size="small" label={`Duplicate ${title}`} onClick={onDuplicate} />
            <IconButton icon="trash-2" size="small" label={`Remove ${title}`} onClick={onRemove} />
          </span>
        </div>
        <div id={settingsId} hidden={!isOpen}>
          {isOpen && <FieldSettings {...props} field={field} />}
        </div>
      </div>
    </li>
  );
}
