import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { Service } from '#server/http/routing.ts';
import type { ownPlacesCalls } from '#shared/contracts/settings.ts';
import { changeStored, readStored } from './personalSettings.ts';

/** Own places are personal settings: they are deleted with the account and stand in its own-data file. */
export const ownPlacesService = (context: ServerContext): Service<typeof ownPlacesCalls> => ({
  get: async ({ user }) => ({ places: (await readStored(context, user.id)).places ?? [] }),

  update: ({ user, body: { places } }) =>
    context.db.transaction(async () => {
      await lockCaller(context, user);
      await changeStored(context, user.id, (stored) => ({ ...stored, places }));
      return { places };
    }),
});
