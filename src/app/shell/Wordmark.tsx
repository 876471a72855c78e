import styles from './Wordmark.module.css';

export interface WordmarkProps {
  productName: string;
  /** auto: includes the name on wide windows. Default: always includes it. */
  form?: 'auto' | 'lockup' | 'graphic' | 'square';
}

/** The Atrium mark: an arch within an arch, with the name drawn in the same line. */
export function Wordmark({ productName, form = 'lockup' }: WordmarkProps) {
  return (
    <span className={styles.wordmark} data-form={form}>
      <svg
        className={styles.sign}
        viewBox="0 0 40 40"
        fill="none"
        strokeWidth="4.2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M5 36V19a15 15 0 0 1 30 0v17" stroke="currentColor" />
        <path className={styles.inner} d="M14.5 36V20a5.5 5.5 0 0 1 11 0v16" />
      </svg>
      {productName === 'Atrium' ? <DrawnName /> : <span className={styles.name}>{productName}</span>}
    </span>
  );
}

function DrawnName() {
  return (
    <svg
      className={styles.letters}
      viewBox="-3 2 141 38"
      fill="none"
      stroke="currentColor"
      strokeWidth="4.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M20 26a10 10 0 1 1-20 0 10 10 0 0 1 20 0Zm0-10v20M32 8v21.500a6.500 6.500 0 0 0 6.500 6.500M27 16h11.500M48 36V16m0 9.500a9.500 9.500 0 0 1 9.500-9.500M66 16v20M75 16v11a9 9 0 0 0 18 0m0-11v20M103 36V16m0 8a8 8 0 0 1 16 0v12m0-12a8 8 0 0 1 16 0v12" />
      <circle cx="66" cy="7.600" r="2.700" fill="currentColor" stroke="none" />
    </svg>
  );
}
