import styles from './DetailGroup.module.css';
import { type Detail, DetailList } from './DetailList.tsx';

interface DetailGroupProps {
  title: string;
  details?: readonly Detail[];
  /** Written by a person: its line breaks stay. */
  text?: string | null;
}

/** One subject of a details dialog. */
export function DetailGroup({ title, details = [], text }: DetailGroupProps) {
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      {details.length > 0 && <DetailList details={details} />}
      {text && <p className={styles.text}>{text}</p>}
    </section>
  );
}
