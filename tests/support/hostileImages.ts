import { deflateSync, crc32 as nativeCrc32 } from 'node:zlib';
import sharp from 'sharp';

/** The payload of a polyglot; no stored file may hold it. */
export const PAYLOAD = '<script>alert("payload")</script>';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** zlib's own function came with Node 20.15 and 22.2; its types with 22. */
const crc32: (bytes: Buffer) => number = nativeCrc32;

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A valid PNG of one bit a pixel, all black: some 100 KB for 30,000 × 30,000. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** A PNG with a text in it, as metadata of the given kind of chunk. */
export async function pngWithText(text: string): Promise<Buffer> {
  const png = await photo().png().toBuffer();
  const afterHeader = PNG_SIGNATURE.length + 25;
  const chunk = pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

/** A JPEG with a comment before its pixels. */
export async function jpegWithComment(text: string): Promise<Buffer> {
  const jpeg = await photo().jpeg().toBuffer();
  const comment = Buffer.from(text, 'latin1');
  const marker = Buffer.from([0xff, 0xfe, 0, 0]);
  marker.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}

/** A GIF of so many frames, each as large as the screen, with incomplete pixels. */
export function gifOfFrames(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    // One LZW block: clear, one pixel, end.
    Buffer.from([0, 2, 2, 0x44, 0x01, 0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** The smallest ZIP that names a file, which is a JAR too. */
export function zipOf(name: string, content: string): Buffer {
  const [path, data] = [Buffer.from(name), Buffer.from(content)];
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc32(data), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(data.length, 22);
  local.writeUInt16LE(path.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  local.copy(central, 6, 4, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + path.length, 12);
  end.writeUInt32LE(local.length + path.length + data.length, 16);
  return Buffer.concat([local, path, data, central, path, end]);
}

let made = 0;

/** Different each time, with enough in it that half of it is no whole. */
export function photo(width = 320, height = 240) {
  made += 1;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="rgb(${made % 256},120,${(made * 7) % 256})"/>
    ${Array.from({ length: 24 }, (_, at) => `<circle cx="${(at * 53 + made) % width}" cy="${(at * 31) % height}" r="${8 + at}" fill="rgb(${(at * 40) % 256},${(at * 17) % 256},90)"/>`).join('')}
  </svg>`),
  );
}
