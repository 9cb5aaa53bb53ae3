import { Link } from 'react-router';
import type { SettingsCategory } from '#shared/contracts/settings.ts';
import { sectionAddress } from '#web/lib/dashboards.ts';
import styles from './System.module.css';
import { settingsTabs } from './settingsTabs.ts';

interface SettingsTabListProps {
  active: SettingsCategory;
  /** Those with something that is not saved. */
  dirty: readonly SettingsCategory[];
}

export function SettingsTabList({ active, dirty }: SettingsTabListProps) {
  return (
    <nav
      className={`grid gap-1 p-2 border border-line rounded-lg bg-surface max-xl:flex ${styles.tabs}`}
      aria-label="Settings"
    >
      {settingsTabs.map(({ id, label }) => (
        <Link
          key={id}
          className={styles.tab}
          to={sectionAddress('settings', { section: id })}
          preventScrollReset
          aria-current={id === active ? 'page' : undefined}
        >
          {label}
          {dirty.includes(id) && (
            <span className={`relative w-2 h-2 rounded-full bg-accent ${styles.dot}`}>
              <span className="visuallyHidden">not saved</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
