import { Button } from 'antd';
import styles from './JoinBanner.module.css';

export function JoinBanner({ onStart }: { onStart(): void }) {
  return (
    <section className={styles.banner} aria-labelledby="join-title">
      <div>
        <h2 id="join-title">Ready to Work with Our Team?</h2>
        <p>
          If you hold a real estate license, list and sell with us. Tell us about yourself; we answer every
          application.
        </p>
      </div>
      <Button size="large" className={styles.start} onClick={onStart}>
        Get Started Today
      </Button>
    </section>
  );
}
