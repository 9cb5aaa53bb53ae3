import { useEffect, useState } from 'react';
import type { DesktopEventName } from '#shared/contracts/desktop.ts';
import type { DesktopBridge, DesktopEvent } from '#shared/desktopBridge.ts';

/** The payload of the last event of that name, or `initial` before the first one. */
export function useBridgeEvent<Name extends DesktopEventName, Initial extends DesktopEvent<Name> | null>(
  bridge: DesktopBridge,
  name: Name,
  initial: Initial,
): DesktopEvent<Name> | Initial {
  const [value, setValue] = useState<DesktopEvent<Name> | Initial>(initial);
  useEffect(() => bridge.on(name, (event) => setValue(() => event)), [bridge, name]);
  return value;
}
