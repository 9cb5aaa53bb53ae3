import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * The catalogue of a language is divided into parts, so that the first page of a visitor waits for a small one: messages of the frame and the
 * first screens, messages of the other public screens, and the rest. A message of several parts stands in the first of them.
 */
export const roots = [
  ['main', 'features/home/HomeScreen', 'features/home/LaterSections', 'features/properties/PropertyListScreen'],
  [
    'features/propertyPage/PropertyPageScreen',
    'features/propertyPage/LaterParts',
    'features/propertyPage/PropertyTabs',
    'features/propertyPage/gallery/GalleryFullscreen',
    'features/market/MarketLines',
    'features/agents/AgentsScreen',
    'features/agents/AgentProfileScreen',
    'features/buildings/BuildingScreen',
    'features/offices/PublicOfficeScreen',
    'features/locations/LocationScreen',
    'features/places/NearScreen',
    'features/about/AboutScreen',
    'features/legal/AccessibilityScreen',
    'features/help/HelpScreen',
    'features/legal/TermsScreen',
    'features/legal/PrivacyScreen',
    'features/compare/CompareScreen',
  ],
].map((part) => part.map((name) => `web/${name}.tsx`));

export const publicScreens = roots.flat();

/** Parts that the server renders and whose code browsers fetch later. */
export const renderedParts = [
  'app/header/HeaderSearch',
  'app/header/AccountControls',
  'features/market/MarketSection',
  'features/properties/cards/CostLine',
  'features/propertyPage/gallery/GalleryFullscreen',
  'features/properties/list/Filters',
  'features/properties/list/Understood',
  'features/savedSearches/SaveSearchButton',
].map((name) => `web/${name}.tsx`);

export const PART_COUNT = roots.length + 1;

type Node = { type: string; [key: string]: unknown };
type Specifier = Node & {
  local: { name: string };
  imported?: { name?: string };
  exported?: { name?: string };
};

interface Step {
  file: string;
  /** The export in use; null is all. */
  name: string | null;
}

/** Imports between files, without imports of types and without `import()`. */
export class ModuleGraph {
  readonly #steps = new Map<string, { names: string | null; to: Step }[]>();

  constructor(readonly root: string) {}

  /** @returns undefined for packages and for files that are no scripts. */
  resolve(from: string, target: string): string | undefined {
    if (!/^[#.]/.test(target) || !/\.tsx?$/.test(target)) return undefined;
    const file = target.startsWith('#') ? target.slice(1) : path.posix.join(path.posix.dirname(from), target);
    return existsSync(path.join(this.root, file)) ? file : undefined;
  }

  /** The files and everything they load. Of a feature's index.ts only the exports in use count. */
  closure(files: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const queue: Step[] = files.map((file) => ({ file, name: null }));
    const done = new Set<string>();
    for (let step = queue.pop(); step; step = queue.pop()) {
      const { file, name } = step;
      const key = `${file} ${name ?? '*'}`;
      if (done.has(key)) continue;
      done.add(key);
      seen.add(file);
      const isIndex = /\/index\.ts$/.test(file);
      for (const { names, to } of this.#stepsOf(file))
        if (!isIndex || name === null || names === null || names === name) queue.push(to);
    }
    return seen;
  }

  /** The imports of a file, each with the name of its re-export (null: none). */
  #stepsOf(file: string): { names: string | null; to: Step }[] {
    const known = this.#steps.get(file);
    if (known) return known;
    const steps: { names: string | null; to: Step }[] = [];
    const { body } = parseSync(file, readFileSync(path.join(this.root, file), 'utf8')).program;
    for (const node of body as unknown as Node[]) {
      const source = (node.source as { value?: string } | null | undefined)?.value;
      const target = source === undefined ? undefined : this.resolve(file, source);
      if (!target || node.importKind === 'type' || node.exportKind === 'type') continue;
      const all = (node.specifiers ?? []) as Specifier[];
      if (all.length === 0) steps.push({ names: null, to: { file: target, name: null } });
      for (const one of all.filter((each) => each.importKind !== 'type' && each.exportKind !== 'type')) {
        const isExport = node.type === 'ExportNamedDeclaration';
        const used = isExport ? one.local.name : (one.imported?.name ?? null);
        steps.push({
          names: isExport ? (one.exported?.name ?? null) : null,
          to: { file: target, name: used },
        });
      }
    }
    this.#steps.set(file, steps);
    return steps;
  }
}

export interface MessageParts {
  /** The part that a message stands in. @param places the files with the message. */
  partOf(places: readonly string[]): number;
  /** The number of parts with the messages of a file and of everything it loads. */
  neededBy(file: string): number;
}

/** @param places the files of each message, as a catalogue lists them. */
export function divideMessages(places: Iterable<readonly string[]>, graph: ModuleGraph): MessageParts {
  const closures = roots.map((files) => graph.closure(files));
  const partOf = (files: readonly string[]): number => {
    const part = closures.findIndex((closure) => files.some((file) => closure.has(file)));
    return part === -1 ? roots.length : part;
  };
  const latest = new Map<string, number>();
  for (const files of places) {
    const count = partOf(files) + 1;
    for (const file of files) latest.set(file, Math.max(latest.get(file) ?? 0, count));
  }
  return {
    partOf,
    neededBy: (file) => Math.max(0, ...[...graph.closure([file])].map((each) => latest.get(each) ?? 0)),
  };
}
