import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReactNode } from 'react';
import satori, { type Font } from 'satori';
import { HEIGHT, WIDTH } from './svg.ts';

/** A line of words on a picture: its upper edge, and its middle or left end. */
export interface Label {
  x: number;
  y: number;
  size: number;
  isStrong: boolean;
  words: string;
  colour: string;
  align?: 'left';
}

const BROAD = 600;
const weights = [600, 800] as const;

async function readFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    weights.map(async (weight) => ({
      name: 'plan',
      weight,
      style: 'normal' as const,
      data: await readFile(
        resolve(`@fontsource/plus-jakarta-sans/files/plus-jakarta-sans-latin-${weight}-normal.woff`),
      ),
    })),
  );
}
let fonts: Promise<Font[]> | undefined;

const element = (style: Record<string, string | number>, children: ReactNode): ReactNode => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
});

/** Words are drawn as outlines, so that the fonts of the machine change no picture. */
export async function withLabels(
  svg: string,
  labels: readonly Label[],
  size = { width: WIDTH, height: HEIGHT },
): Promise<string> {
  fonts ??= readFonts();
  const lines = labels.map(({ x, y, size, isStrong, words, colour, align }) =>
    element(
      {
        position: 'absolute',
        left: align === 'left' ? x : x - BROAD / 2,
        top: y,
        width: BROAD,
        justifyContent: align === 'left' ? 'flex-start' : 'center',
        fontSize: size,
        lineHeight: 1.2,
        fontWeight: isStrong ? 800 : 600,
        color: colour,
      },
      words,
    ),
  );
  const text = await satori(element({ ...size, position: 'relative' }, lines), {
    ...size,
    fonts: await fonts,
  });
  return svg.replace(/<\/svg>$/, `${text}</svg>`);
}
