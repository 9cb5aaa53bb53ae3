import { useEffect, useEffectEvent, useState } from 'react';

/** Code that is fetched once it is wanted, and asked for again the next time when it could not come. */
export function useChunk<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onFailure: () => void,
): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  const fail = useEffectEvent(onFailure);
  const mustLoad = isWanted && !loaded;
  useEffect(() => {
    if (!mustLoad) return;
    let isCurrent = true;
    load().then(
      (module) => isCurrent && setLoaded(module),
      () => isCurrent && fail(),
    );
    return () => {
      isCurrent = false;
    };
  }, [mustLoad, load]);
  return loaded;
}
