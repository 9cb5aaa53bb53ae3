import type { leaders } from './company.ts';

interface Look {
  ground: string;
  disc: string;
  skin: string;
  shade: string;
  hair: string;
  hairShape: 'bob' | 'short' | 'bun';
  jacket: string;
  shirt: string;
  hasGlasses?: boolean;
}

const looks: Record<(typeof leaders)[number]['portrait'], Look> = {
  isabel: {
    ground: '#f9dcae',
    disc: '#f4b445',
    skin: '#d99e74',
    shade: '#c2835a',
    hair: '#2b211c',
    hairShape: 'bob',
    jacket: '#0b6b5b',
    shirt: '#fff6e2',
  },
  ramon: {
    ground: '#cfe6e2',
    disc: '#7fbcb0',
    skin: '#c78a5f',
    shade: '#ad7148',
    hair: '#1d1a1a',
    hairShape: 'short',
    jacket: '#2c3f57',
    shirt: '#eef3f7',
    hasGlasses: true,
  },
  liza: {
    ground: '#f6cbb6',
    disc: '#e58a70',
    skin: '#e2ab83',
    shade: '#cc9068',
    hair: '#3a241b',
    hairShape: 'bun',
    jacket: '#7a3b52',
    shirt: '#fdeee4',
  },
};

const hairBehind = {
  bob: 'M148 128c0-42 22-66 52-66s52 24 52 66v50c0 8-6 12-14 12h-76c-8 0-14-4-14-12Z',
  short: '',
  bun: 'M200 36a22 22 0 1 1 0 44 22 22 0 0 1 0-44ZM156 132c0-44 18-66 44-66s44 22 44 66v12h-88Z',
};

const hairFront = {
  bob: 'M158 130c-2-38 16-58 42-58s44 20 42 58c-8-10-12-20-14-32-18 14-42 20-62 18-2 6-4 10-8 14Z',
  short: 'M156 120c-6-36 14-58 44-58s50 22 44 58c-5-6-8-14-8-24-24 4-46 2-62-8-4 12-10 24-18 32Z',
  bun: 'M158 126c-2-36 16-54 42-54s44 18 42 54c-10-14-18-26-24-38-12 16-36 28-60 38Z',
};

/** A drawn portrait; the name is below it. */
export function Portrait({ of }: { of: (typeof leaders)[number]['portrait'] }) {
  const { ground, disc, skin, shade, hair, hairShape, jacket, shirt, hasGlasses } = looks[of];
  return (
    <svg
      className="block w-full h-auto aspect-4/3"
      viewBox="0 0 400 300"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <rect width="400" height="300" fill={ground} />
      <circle cx="200" cy="160" r="122" fill={disc} />
      <path d={hairBehind[hairShape]} fill={hair} />
      <path d="M84 300c0-54 40-84 116-84s116 30 116 84Z" fill={jacket} />
      <path d="M168 219c8 30 20 50 32 64 12-14 24-34 32-64-10-3-20-4-32-4s-22 1-32 4Z" fill={shirt} />
      <path d="M178 180h44v38c0 12-10 22-22 22s-22-10-22-22Z" fill={shade} />
      <path d="M158 122c0-34 16-52 42-52s42 18 42 52c0 42-18 76-42 76s-42-34-42-76Z" fill={skin} />
      <path d={hairFront[hairShape]} fill={hair} />
      <g fill="#2b211c">
        <ellipse cx="183" cy="134" rx="4" ry="5" />
        <ellipse cx="217" cy="134" rx="4" ry="5" />
      </g>
      <g fill="none" strokeLinecap="round" strokeWidth="4">
        <path d="M175 121q8-5 16-1M209 120q8-4 16 1" stroke={hair} />
        <path d="M184 168q16 14 32 0" stroke="#8f3f3a" />
        <path d="M200 138q-5 12 1 15" stroke={shade} strokeWidth="3" />
        {hasGlasses && (
          <path
            d="M169 134a14 13 0 1 0 28 0a14 13 0 1 0-28 0M203 134a14 13 0 1 0 28 0a14 13 0 1 0-28 0M197 132h6"
            stroke="#22303c"
            strokeWidth="3"
          />
        )}
      </g>
      <path d="M168 219l32 64-38-18-14-40Z" fill="#000" opacity=".12" />
      <path d="M232 219l-32 64 38-18 14-40Z" fill="#000" opacity=".12" />
    </svg>
  );
}
