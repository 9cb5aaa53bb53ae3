import { Button } from 'antd';
import { MessageCircle } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import styles from './ContactBar.module.css';

interface ContactBarProps {
  property: Property;
  onContact(): void;
}

/** On a phone the price and the way to the agent stay at hand. */
export function ContactBar({ property, onContact }: ContactBarProps) {
  const { price, listing_type, agent } = property;
  if (!agent) return null;
  return (
    <aside className={styles.bar} aria-label="Price and contact">
      <p className={styles.price}>
        {formatFullPrice(price)}
        <span>{priceSuffix(listing_type)}</span>
      </p>
      <Button
        type="primary"
        size="large"
        icon={<MessageCircle size={18} aria-hidden="true" />}
        onClick={onContact}
      >
        Contact Agent
      </Button>
    </aside>
  );
}
