import { useEffect, useRef } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';
import { Navigate, useNavigate, useParams } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { useChat } from './ChatProvider.tsx';

/** How far the visitor has come within this site; the router counts it. */
function hasComeFromHere(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}

/** /conversations/{id}: the chat modal over the page the visitor came from, else over the dashboard. */
export function ConversationLink() {
  const id = readId(useParams().id);
  const { openChat } = useChat();
  const { user } = useSession();
  const navigate = useNavigate();
  const isDone = useRef(false);

  useEffect(() => {
    if (isDone.current || id === null) return;
    isDone.current = true;
    openChat({ conversationId: id });
    if (hasComeFromHere()) void navigate(-1);
    else void navigate(dashboardPath(user?.role ?? 'user'), { replace: true });
  }, [id, user, openChat, navigate]);

  return id === null ? <Navigate to="/" replace /> : <PageSpinner />;
}
