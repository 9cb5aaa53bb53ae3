import { Users } from 'lucide-react';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ClientPanel } from './ClientPanel.tsx';
import styles from './Clients.module.css';
import { ClientsList } from './ClientsList.tsx';
import { useClientUpdates } from './queries.ts';

/** The people, and everything between one of them and the agent: beside each other where there is room. */
export function ClientsView({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  const isWide = useMediaQuery('xl');
  const chosen = parameters.get('client');
  useClientUpdates();
  const choose = (key: string | null) => change({ client: key }, { isStep: !isWide });

  return (
    <div className="grid grid-cols-1 xl:grid-cols-[minmax(19rem,23rem)_minmax(0,1fr)] xl:h-[clamp(32rem,calc(100dvh_-_14rem),60rem)] xl:overflow-hidden xl:border xl:border-line xl:rounded-lg xl:bg-surface">
      {(isWide || chosen === null) && <ClientsList chosen={chosen} onChoose={choose} />}
      {chosen !== null ? (
        <ClientPanel
          key={chosen}
          agentId={agentId}
          clientKey={chosen}
          {...(isWide ? {} : { onBack: () => choose(null) })}
        />
      ) : (
        isWide && (
          <section className={styles.panel} aria-label="Client">
            <EmptyState
              headingLevel={3}
              icon={<Users size={28} aria-hidden="true" />}
              title="Choose a client"
              text="Their inquiries, chats and viewings appear here together."
            />
          </section>
        )
      )}
    </div>
  );
}
