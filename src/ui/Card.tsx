import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Card.module.css';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  description?: ReactNode;
  /** Aligned right of the title. */
  actions?: ReactNode;
  /** No padding, for tables and pictures that extend to the edge. */
  flush?: boolean;
  headingLevel?: 2 | 3;
}

export function Card({
  title,
  description,
  actions,
  flush = false,
  headingLevel = 2,
  className,
  children,
  ...rest
}: CardProps) {
  const headingId = useId();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section
      {...(title === undefined ? {} : { 'aria-labelledby': headingId })}
      {...rest}
      className={classNames(styles.card, flush && styles.flush, className)}
    >
      {hasHead && (
        <div className={styles.head}>
          <div>
            {title !== undefined && (
              <Heading id={headingId} className={styles.title}>
                {title}
              </Heading>
            )}
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
