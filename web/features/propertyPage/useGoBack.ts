import { useNavigate } from 'react-router';

/** Where the visitor came from; someone who opened the page directly goes to the list. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    // The router numbers its entries; the first one of this tab has nothing of ours before it.
    const state: unknown = window.history.state;
    const hasBefore =
      typeof state === 'object' &&
      state !== null &&
      'idx' in state &&
      typeof state.idx === 'number' &&
      state.idx > 0;
    void (hasBefore ? navigate(-1) : navigate('/properties'));
  };
}
