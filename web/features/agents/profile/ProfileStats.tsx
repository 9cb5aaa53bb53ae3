import type { Agent } from '#shared/contracts/agents.ts';
import { usualResponseRate } from '#web/features/about/index.ts';
import styles from './ProfileStats.module.css';

export function ProfileStats({ agent }: { agent: Agent }) {
  const { experience_years, properties_sold, active_listings, response_rate } = agent;
  const stats = [
    { label: 'Years Experience', value: experience_years },
    { label: 'Properties Sold', value: properties_sold },
    { label: 'Active Listings', value: active_listings },
    { label: 'Response Rate', value: response_rate === null ? usualResponseRate : `${response_rate}%` },
  ];
  return (
    <dl className={styles.stats}>
      {stats.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
