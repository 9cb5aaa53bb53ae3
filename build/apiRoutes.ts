import type { Plugin } from 'vite';
import { api } from '../shared/api.ts';

const MODULE = 'virtual:api-routes';

/**
 * Method and path of each call for the browser, without the contracts and zod: `virtual:api-routes` is a text that
 * `web/lib/calls.ts` reads, much shorter than a table.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'silong:api-routes',
    resolveId: { filter: { id: new RegExp(`^${MODULE}$`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${MODULE}$`) },
      handler: () => `export default ${JSON.stringify(writeRoutes(api))};`,
    },
  };
}

type Calls = Record<string, { method: string; path: string }>;

const signs: Record<string, string> = { get: ' ', post: '+', put: '=', delete: '-' };

/**
 * A line for each feature, and one for each of its calls: its name, the sign of its method, the number of parts that its path
 * shares with the path before, and the other parts: `remove-4{id}`.
 */
function writeRoutes(features: Record<string, Calls>): string {
  let before: string[] = [];
  const lineOf = ([name, { method, path }]: [string, Calls[string]]) => {
    const parts = path.split('/');
    const own = parts.findIndex((part, at) => part !== before[at]);
    const shared = own === -1 ? parts.length : own;
    before = parts;
    return `${name}${signs[method]}${shared}${parts.slice(shared).join('/')}`;
  };
  return Object.entries(features)
    .flatMap(([feature, calls]) => [feature, ...Object.entries(calls).map(lineOf)])
    .join('\n');
}
