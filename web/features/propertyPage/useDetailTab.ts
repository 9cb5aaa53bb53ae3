import { useSearchParams } from 'react-router';

export const detailTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'details', label: 'Details' },
  { id: 'location', label: 'Location' },
  { id: 'agent', label: 'Agent' },
] as const;

export type DetailTab = (typeof detailTabs)[number]['id'];

/** The open tab stands in the address (`?tab=location`), so that a reload and a way back find it again. */
export function useDetailTab(): [DetailTab, (tab: DetailTab) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = detailTabs.find(({ id }) => id === parameters.get('tab'));
  const open = (tab: DetailTab) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (tab === 'overview') after.delete('tab');
        else after.set('tab', tab);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [named?.id ?? 'overview', open];
}
