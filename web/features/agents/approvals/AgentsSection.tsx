import styles from '#web/ui/section/section.module.css';
import { PendingAgents } from './PendingAgents.tsx';

/** The same list as in the overview (specification, part 3 §2). */
export function AgentsSection() {
  return (
    <section className={styles.section} aria-label="Agents">
      <PendingAgents />
    </section>
  );
}
