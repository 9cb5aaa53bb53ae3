import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SectionCard } from '../../../components/account/SectionCard.tsx';
import { relativeTime } from '../../../components/chat/chatTimes.ts';
import { useNow } from '../../../components/chat/useNow.ts';
import { useViewingUpdates, viewingsQuery } from '../../../components/viewings/queries.ts';
import { contactsQuery } from '../queries.ts';
import styles from './OverviewTab.module.css';
import { collectWaiting } from './waiting.ts';

const SHOWN = 5;

/** What waits for the agent, the oldest first: unread inquiries, requested viewings; then today's confirmed ones. */
export function WaitingList({ agentId }: { agentId: number }) {
  const { data: contacts = [], isPending } = useQuery(contactsQuery(agentId));
  const { data: viewings = [] } = useQuery(viewingsQuery(agentId));
  useViewingUpdates();
  const now = useNow();
  const items = collectWaiting(contacts, viewings, agentId, now);
  return (
    <SectionCard title="Waiting for You">
      {items.length === 0 && !isPending && (
        <p className={styles.text}>Nothing waits for your answer. Well done.</p>
      )}
      <ul className={styles.waiting}>
        {items.slice(0, SHOWN).map(({ key, title, text, at, to }) => (
          <li key={key}>
            <Link to={to} className={styles.item}>
              <span className={styles.words}>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <time className={styles.when} dateTime={at}>
                {relativeTime(at, now)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
