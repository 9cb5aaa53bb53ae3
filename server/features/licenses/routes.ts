import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { licensesCalls } from '#shared/contracts/licenses.ts';
import { checkLicense, listLicenses } from './service.ts';

export function registerLicenseRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(licensesCalls.list, ({ query }) => listLicenses(context, query));
  routes.on(licensesCalls.check, ({ params, body, ...call }) =>
    checkLicense(context, adminOf(call), params.id, {
      number: body.license_number,
      lastDay: body.expires_on,
      note: body.note ?? null,
    }),
  );
}
