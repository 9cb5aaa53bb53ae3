import packageJson from '../../package.json' with { type: 'json' };

/** Of this server; the bundled one carries it. */
export const VERSION: string = packageJson.version;
