import { useEffect, useState } from 'react';
import styles from './Backups.module.css';

const SECOND_MS = 1_000;

/** How far it is cannot be known; that it goes on, and since when (ms), can. */
export function BackupProgress({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / SECOND_MS));
  return (
    <div className="grid gap-2">
      <div
        className="overflow-hidden h-2 rounded-full bg-sunken"
        role="progressbar"
        aria-label="Creating the backup"
      >
        <div className={`w-[35%] h-full rounded-[inherit] bg-primary ${styles.bar}`} />
      </div>
      <p className="text-muted text-sm">
        Copying the database and the pictures… {seconds} s. The site goes on working meanwhile.
      </p>
    </div>
  );
}
