import { useSearchParams } from 'react-router';

export const agentTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'properties', label: 'My Properties' },
  { id: 'messages', label: 'Messages' },
  { id: 'viewings', label: 'Viewings' },
  { id: 'analytics', label: 'Analytics' },
] as const;

export type AgentTab = (typeof agentTabs)[number]['id'];

/** The open tab stands in the address (`?tab=viewings`), where notifications lead to. */
export function useAgentTab(): [AgentTab, (tab: AgentTab) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = agentTabs.find(({ id }) => id === parameters.get('tab'));
  const open = (tab: AgentTab) => setParameters({ tab }, { replace: true, preventScrollReset: true });
  return [named?.id ?? 'overview', open];
}

/** What a tab shows stands beside it (`?tab=viewings&view=week`); null takes a word away. */
export function useTabParameters(): [
  URLSearchParams,
  (changes: Record<string, string | null>, options?: { isStep?: boolean }) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Record<string, string | null>, { isStep = false } = {}) => {
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: !isStep, preventScrollReset: true },
    );
  };
  return [parameters, change];
}
