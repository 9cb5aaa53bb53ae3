import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent, PointerEvent } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { agentQuery } from './agentQueries.ts';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * What a link to an agent's profile is given. A visitor who is not signed in gets the login dialog and is taken to the
 * profile afterwards (specification, part 2 §4).
 */
export function useAgentLink(agentId: number) {
  const { user, openLogin } = useSession();
  const queryClient = useQueryClient();
  const to = `/agents/${agentId}`;
  const prefetch = () => {
    if (user) void queryClient.prefetchQuery(agentQuery(agentId));
  };
  return {
    to,
    onFocus: prefetch,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') prefetch();
    },
    onClick: (event: MouseEvent) => {
      if (user || !isPlainClick(event)) return;
      event.preventDefault();
      openLogin(to);
    },
  };
}
