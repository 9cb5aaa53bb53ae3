import type { LicenseState } from '#shared/licenses.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const licenseTone: Record<LicenseState, BadgeTone> = {
  lapsed: 'danger',
  expired: 'danger',
  unchecked: 'info',
  expiring: 'warning',
  valid: 'success',
};
