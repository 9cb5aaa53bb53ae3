const RETRY_MS = 1_000;

/** A chunk could not be loaded in two attempts. */
export class ChunkFailure extends Error {
  constructor(
    /** Whether the server has a new version, so that this version's files are gone. */
    readonly isOutdated: boolean,
    cause: unknown,
  ) {
    super('a part of the page could not be loaded', { cause });
  }
}

/** Imports a chunk, with a second attempt, as most failures are temporary. @throws {ChunkFailure} */
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

/** Whether the server's page has another entry script than this page. */
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
