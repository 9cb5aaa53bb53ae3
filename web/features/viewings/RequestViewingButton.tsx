import { Button } from 'antd';
import { CalendarDays } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useLocation } from 'react-router';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { showToast } from '#web/ui/showToast.ts';
import type { ViewingRequestDialogProps } from './ViewingRequestDialog.tsx';

const loadDialog = async () => (await import('./ViewingRequestDialog.tsx')).ViewingRequestDialog;

/**
 * The way to ask for a viewing, on a listing's page. Nothing where there is nothing to view any more, where there is no
 * agent, and on one's own listing.
 */
export function RequestViewingButton({ property }: { property: Property }) {
  const { user, openLogin } = useSession();
  const { pathname, search } = useLocation();
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<ViewingRequestDialogProps> } | null>(null);
  const { id, title, images, agent, status, location } = property;
  if (!agent || agent.id === user?.id || status === 'sold' || status === 'rented') return null;

  const open = async () => {
    if (!user) {
      openLogin(pathname + search);
      return;
    }
    try {
      setDialog({ Dialog: await loadDialog() });
    } catch {
      showToast('The form could not be loaded. Check your connection and try again.', 'error');
    }
  };

  return (
    <>
      <Button
        size="large"
        block
        icon={<CalendarDays size={19} aria-hidden="true" />}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => void open()}
      >
        Request a Viewing
      </Button>
      {dialog && user && (
        <dialog.Dialog
          property={{
            id,
            title,
            image: images[0] ?? null,
            address: `${location.address}, ${location.city}`,
          }}
          agentName={agent.name}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
