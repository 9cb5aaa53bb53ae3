import { Button } from '#web/ui/Button.tsx';
import styles from './JoinBanner.module.css';

export function JoinBanner({ onStart }: { onStart(): void }) {
  return (
    <section
      className={`flex flex-wrap items-center justify-between gap-6 mt-section p-[clamp(var(--s-space-5),4vw,var(--s-space-7))] rounded-lg bg-inverse text-ink-inverse ${styles.banner}`}
      aria-labelledby="join-title"
    >
      <div>
        <h2 id="join-title">Ready to Work with Our Team?</h2>
        <p>
          If you hold a real estate license, list and sell with us. Tell us about yourself; we answer every
          application.
        </p>
      </div>
      <Button variant="outlined" className={styles.start} onClick={onStart}>
        Get Started Today
      </Button>
    </section>
  );
}
