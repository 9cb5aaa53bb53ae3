import { msg } from '#shared/messages.ts';
import { ClientsView } from '#web/features/clients/index.ts';
import { RecentConversations } from '#web/features/conversations/index.ts';
import { ClientMessages } from '#web/features/inquiries/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';

const views = [
  { id: 'messages', label: msg('Client Messages & Conversations') },
  { id: 'clients', label: msg('Clients') },
] as const;

export function MessagesTab({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  const view = parameters.get('view') === 'clients' ? 'clients' : 'messages';
  return (
    <div className="grid grid-cols-1 gap-12 [&>fieldset]:justify-self-start [&>fieldset]:-mb-6">
      <ViewSwitch
        label={t('Messages by')}
        views={views.map(({ id, label }) => ({ id, label: t(label) }))}
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
