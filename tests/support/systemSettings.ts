import type { SettingsChange, SystemSettings } from '#shared/contracts/settings.ts';
import type { SettingsCategory } from '#shared/systemSettings.ts';
import type { Person } from './people.ts';

/** Changes settings as an admin does. @throws {Error} the server refused. */
export async function saveSystemSettings<Category extends SettingsCategory>(
  admin: Person,
  category: Category,
  settings: Partial<SystemSettings[Category]>,
): Promise<void> {
  const change = { category, settings } as SettingsChange;
  const { status, body } = await admin.put('/api/admin/settings', change);
  if (status !== 200) throw new Error(`saving ${category} answered ${status}: ${body.error}`);
}
