import type { Plugin } from 'vite';
import { api } from '../shared/api.ts';

const MODULE = 'virtual:api-routes';

/**
 * Method and path of each call for the browser, without the contracts and zod: `virtual:api-routes` is a table by feature and
 * name, `{ offers: { list: 'GET /api/properties/{id}/offers' } }`.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'silong:api-routes',
    resolveId: { filter: { id: new RegExp(`^${MODULE}$`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${MODULE}$`) },
      handler: () => `export default ${JSON.stringify(routesOf(api))};`,
    },
  };
}

type Calls = Record<string, { method: string; path: string }>;

const routesOf = (features: Record<string, Calls>) =>
  Object.fromEntries(
    Object.entries(features).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.entries(calls).map(([name, { method, path }]) => [name, `${method.toUpperCase()} ${path}`]),
      ),
    ]),
  );
