import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { Service } from '#server/http/routing.ts';
import type { OwnPlace, ownPlacesCalls } from '#shared/contracts/settings.ts';

/** Own places are personal settings: they are deleted with the account and stand in its own-data file. */
interface Stored {
  places?: OwnPlace[];
}

export function ownPlacesService(context: ServerContext): Service<typeof ownPlacesCalls> {
  const { db } = context;
  const { PersonalSettings } = db.models;

  return {
    get: async ({ user }) => {
      const row = await PersonalSettings.findByPk(user.id);
      return { places: (row?.settings as Stored | undefined)?.places ?? [] };
    },

    update: ({ user, body: { places } }) =>
      db.transaction(async () => {
        // Locks the account, as every change of its settings does: the row may not exist yet.
        await lockCaller(context, user);
        const row = await PersonalSettings.findByPk(user.id);
        await PersonalSettings.upsert({ user_id: user.id, settings: { ...row?.settings, places } });
        return { places };
      }),
  };
}
