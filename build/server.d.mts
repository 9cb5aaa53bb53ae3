import type { BuildResult } from 'esbuild';

/** @param entryPoints sources by the names of the programs; by default the server and its commands. */
export function buildServer(outdir?: string, entryPoints?: Record<string, string>): Promise<BuildResult>;
