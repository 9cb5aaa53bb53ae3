import { useOutbox } from '#web/features/offline/index.ts';
import { inquiryPath, replyPath } from './queries.ts';

export const WAITING = 'Waiting for the connection';

/** Whether what the agent made of an inquiry has not reached the server yet. */
export function useInquiryWaiting(agentId: number, id: number): { status: boolean; reply: boolean } {
  const waiting = useOutbox(agentId).filter(({ state }) => state === 'waiting');
  const has = (wanted: string) => waiting.some(({ path }) => path === wanted);
  return { status: has(inquiryPath(agentId, id)), reply: has(replyPath(agentId, id)) };
}
