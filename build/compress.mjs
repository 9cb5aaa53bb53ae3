import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MIN_BYTES = 1_024;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside every text file of a folder, so that the server compresses no file for a request. */
export async function compressFiles(folder, brotliQuality) {
  const files = await readdir(folder, { recursive: true });
  const texts = files.filter((file) => /\.(?:js|css|svg|json|wasm)$/.test(file) && !file.startsWith('.'));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(folder, name);
      const source = await readFile(file);
      if (source.length < MIN_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
      await writeFile(`${file}.br`, await toBrotli(source, { params }));
      await writeFile(`${file}.gz`, await toGzip(source, { level: 9 }));
    }),
  );
}
