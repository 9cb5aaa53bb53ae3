import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Names of the files of a server feature: `service` answers a contract, `reads` and `writes` use the database, `policy` is
 * pure rules, `jobs` is stored and recurring work, `sockets` is live events, `words` is texts, `routes` are calls without a
 * contract of the usual shape, `followUps` maps events to their consequences. A folder of such a name holds several files
 * of the kind; any other folder is a part of the feature with the same names inside. `…Command.ts` is run by hand.
 */
const kinds = ['service', 'reads', 'writes', 'policy', 'jobs', 'sockets', 'words', 'routes', 'followUps'];
const wellNamed = new RegExp(`^[^/]+/(?:[^/]+/)*(?:(?:${kinds.join('|')})(?:/[^/]+)?|[a-z]\\w*Command)\\.ts$`);

/** Mechanisms whose files have names of their own. */
const ownNames = [
  'context.ts',
  'properties/list/',
  'properties/csvColumns.ts',
  'properties/importFile.ts',
  'properties/importHeadings.ts',
  'savedSearches/matching.ts',
  'auditLog/',
  'backups/',
  'jobs/',
  'search/',
  'settings/',
  'site/',
  'uploads/',
];

/** Contracts whose server or web part has another name; null: it has none. */
const otherNames: Record<string, { server?: string | null; web?: string | null }> = {
  common: { server: null, web: null },
  desktop: { server: null },
  desktopPolicy: { server: null, web: null },
  floodHazard: { web: 'map' },
  inboundMail: { web: null },
  propertyWrites: { server: 'properties', web: 'properties' },
  site: { web: null },
  uploads: { web: null },
};

const SERVER = 'server/features';

/** One line for each server file with another name, and for each contract without its part in server/ or web/. */
export function findMisnamed(root: string): string[] {
  const files = readdirSync(path.join(root, SERVER), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !ownNames.some((name) => file.startsWith(name)));
  const misnamed = files
    .filter((file) => !wellNamed.test(file))
    .map((file) => `${SERVER}/${file} is none of ${kinds.join(', ')} nor in such a folder`);
  return [...misnamed.sort(), ...findMissingParts(root)];
}

function findMissingParts(root: string): string[] {
  const contracts = path.join(root, 'shared/contracts');
  if (!existsSync(contracts)) return [];
  const places = { server: placesOf(root, 'server'), web: placesOf(root, 'web') };
  return readdirSync(contracts).flatMap((file) => {
    const name = path.basename(file, '.ts');
    return (['server', 'web'] as const).flatMap((side) => {
      const part = otherNames[name]?.[side] === undefined ? name : otherNames[name][side];
      if (part === null || places[side].has(part)) return [];
      return [`shared/contracts/${file} has no ${side}/features/${part}`];
    });
  });
}

/** Features, their parts, and contracts answered by a file in `service/` or beside the feature's own. */
function placesOf(root: string, side: 'server' | 'web'): Set<string> {
  const features = path.join(root, side, 'features');
  const entries = existsSync(features) ? readdirSync(features, { recursive: true, encoding: 'utf8' }) : [];
  return new Set(
    entries.flatMap((entry) => {
      const place = entry.replaceAll(path.sep, '/').replace(/\.tsx?$/, '');
      return [place, path.posix.basename(place)];
    }),
  );
}
