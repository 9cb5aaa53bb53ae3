import type { BuildOptions, BuildResult } from 'esbuild';

/** Sources of the server and its commands, by their names. */
export const programs: Record<string, string>;

/**
 * @param entryPoints sources by the names of the programs; by default the server and its commands.
 * @param options of esbuild, before those that the server ships with.
 */
export function buildServer(
  outdir?: string,
  entryPoints?: Record<string, string>,
  options?: BuildOptions,
): Promise<BuildResult>;
