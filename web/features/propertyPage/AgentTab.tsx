import { Mail, Phone } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './AgentTab.module.css';

interface AgentTabProps {
  agent: Property['agent'];
  /** The mail about this listing. */
  mailHref: string;
}

export function AgentTab({ agent, mailHref }: AgentTabProps) {
  if (!agent) return <p className={styles.none}>No agent looks after this property at the moment.</p>;
  return (
    <section className={styles.agent} aria-labelledby="agent-name">
      <Avatar className={styles.photo} src={agent.avatar_url} size={112} />
      <div className={styles.words}>
        <h2 id="agent-name">{agent.name}</h2>
        <p className={styles.role}>Real Estate Agent</p>
        <ul className={styles.ways}>
          <li>
            <a href={mailHref}>
              <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
              {agent.email}
            </a>
          </li>
          {agent.phone && (
            <li>
              <a href={phoneHref(agent.phone)}>
                <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
                {agent.phone}
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}
