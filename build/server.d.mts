import type { BuildResult } from 'esbuild';

export function buildServer(outdir?: string): Promise<BuildResult>;
