import { Button } from 'antd';
import { Heart, MessageCircle, Share2 } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { Avatar } from '../../../components/ui/Avatar.tsx';
import { summaryRows } from './propertyRows.ts';
import styles from './Sidebar.module.css';

interface SidebarProps {
  property: Property;
  isFavorite: boolean;
  onToggleFavorite(): void;
  onShare(): void;
  onContact(): void;
}

export function Sidebar({ property, isFavorite, onToggleFavorite, onShare, onContact }: SidebarProps) {
  const { agent } = property;
  return (
    <aside className={styles.sidebar} aria-label="Contact and summary">
      <div className={styles.card}>
        {agent && (
          <div className={styles.agent}>
            <Avatar src={agent.avatar_url} size={48} />
            <p>
              <strong>{agent.name}</strong>
              <span>Real Estate Agent</span>
            </p>
          </div>
        )}
        <div className={styles.actions}>
          {agent && (
            <Button
              type="primary"
              size="large"
              block
              icon={<MessageCircle size={19} aria-hidden="true" />}
              onClick={onContact}
            >
              Contact Agent
            </Button>
          )}
          <Button
            size="large"
            block
            className={isFavorite ? styles.on : undefined}
            icon={<Heart size={19} aria-hidden="true" />}
            onClick={onToggleFavorite}
          >
            {isFavorite ? 'Remove from Favorites' : 'Add to Favorites'}
          </Button>
          <Button size="large" block icon={<Share2 size={18} aria-hidden="true" />} onClick={onShare}>
            Share Property
          </Button>
        </div>
        <section className={styles.summary} aria-labelledby="summary-heading">
          <h2 id="summary-heading">Property Summary</h2>
          <dl>
            {summaryRows(property).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </aside>
  );
}
