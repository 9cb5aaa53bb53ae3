import { useSearchParams } from 'react-router';

export const profileTabs = ['about', 'properties', 'reviews', 'contact'] as const;
export type ProfileTab = (typeof profileTabs)[number];

/** The open tab stands in the address (`?tab=reviews`), so that a reload and a way back find it again. */
export function useProfileTab(): [ProfileTab, (tab: ProfileTab) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = profileTabs.find((tab) => tab === parameters.get('tab'));
  const open = (tab: ProfileTab) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (tab === 'about') after.delete('tab');
        else after.set('tab', tab);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [named ?? 'about', open];
}
