const RETRY_MS = 1_000;

/** Code that could not be fetched, at the second attempt either. */
export class ChunkFailure extends Error {
  constructor(
    /** A new version is out, and the files of this one are gone. */
    readonly isOutdated: boolean,
    cause: unknown,
  ) {
    super('a part of the page could not be loaded', { cause });
  }
}

/**
 * What `load` imports; asked for twice, because most failures pass.
 * @throws {ChunkFailure}
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  try {
    return await load();
  } catch (error) {
    throw new ChunkFailure(await isOutdated(), error);
  }
}

/** Whether the server's page begins with another script than this one did. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src*="/index-"]')?.getAttribute('src');
  if (!script) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
