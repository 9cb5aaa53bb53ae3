import { useTabParameters } from '../useAgentTab.ts';
import { ViewSwitch } from '../ViewSwitch.tsx';
import { ClientMessages } from './ClientMessages.tsx';
import { ClientsView } from './clients/ClientsView.tsx';
import styles from './MessagesTab.module.css';
import { RecentConversations } from './RecentConversations.tsx';

const views = [
  { id: 'messages', label: 'Client Messages & Conversations' },
  { id: 'clients', label: 'Clients' },
] as const;

export function MessagesTab({ agentId }: { agentId: number }) {
  const [parameters, change] = useTabParameters();
  const view = parameters.get('view') === 'clients' ? 'clients' : 'messages';
  return (
    <div className={styles.tab}>
      <ViewSwitch
        label="Messages by"
        views={views}
        active={view}
        onChange={(id) => change({ view: id === 'clients' ? id : null, client: null, inquiry: null })}
      />
      {view === 'clients' ? (
        <ClientsView agentId={agentId} />
      ) : (
        <>
          <ClientMessages agentId={agentId} />
          <RecentConversations agentId={agentId} />
        </>
      )}
    </div>
  );
}
