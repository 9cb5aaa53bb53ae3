import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { mix } from './svg.ts';

interface RoomPaint {
  wall: string;
  accent: string;
  wood: string;
  metal: string;
  sofa: string;
  cushions: readonly string[];
  rug: string;
  rugAccent: string;
  curtain: string;
  art: readonly string[];
  pot: string;
}

export interface RoomLook extends RoomPaint {
  floor: string;
  floorKind: 'vinyl' | 'smallTiles' | 'tiles' | 'laminate' | 'planks' | 'marble' | 'carpet' | 'screed';
}

/** Colours and floor of a home's rooms by its class of price. */
export function lookOf({ priceClass, kind }: RoomRecipe, rng: Rng): RoomLook {
  const isWet = kind === 'bath' || kind === 'laundry';
  if (priceClass === 'plain') {
    const look = rng.pick(plainLooks);
    const wall = mix(look.wall, rng.pick(plainLooks).wall, 0.3);
    const isSmall = isWet || rng.chance(0.55);
    return {
      ...look,
      wall,
      floorKind: isSmall ? 'smallTiles' : 'vinyl',
      floor: rng.pick(
        isSmall
          ? ['#e8e0d0', '#dde2e4', '#c98a66', '#c3cbbd', '#d9bfa6']
          : ['#c8a67a', '#b9a48a', '#a98a64', '#d0b48c'],
      ),
    };
  }
  const look = rng.pick(roomLooks);
  if (priceClass === 'middle') {
    if (isWet)
      return { ...look, floorKind: 'tiles', floor: rng.pick(['#d9d2c7', '#c3beb6', '#b4bcc0', '#cdb9a2']) };
    return {
      ...look,
      floorKind: 'laminate',
      floor: rng.pick(['#c79a68', '#b98a5e', '#d3b48a', '#a97c55', '#bda98f']),
    };
  }
  // Boards where captions speak of a wooden floor, stone in kitchens and wet rooms.
  const isStone = isWet || (kind === 'kitchen' && rng.chance(0.6));
  return {
    ...look,
    floorKind: isStone ? 'marble' : 'planks',
    floor: rng.pick(
      isStone ? ['#e9e4dc', '#d8d3cc', '#b9b5b0'] : ['#a8764e', '#c9a273', '#8f6a4c', '#b98a5e', '#d6bd98'],
    ),
    curtain: mix(look.curtain, '#ffffff', 0.3),
  };
}

/** Painted walls, cheap wood and bright plastic. */
const plainLooks: readonly RoomPaint[] = [
  plain('#f6e7c6', '#d99f58', ['#c9483c', '#e0a93c', '#3f7f6a']),
  plain('#c9e4d0', '#7fb390', ['#3f8f78', '#f0d27a', '#d9705a']),
  plain('#cbddf0', '#7f9fc6', ['#3b6fb0', '#f2c14e', '#d8dfe8']),
  plain('#f6d5bb', '#d98f66', ['#b8523a', '#f0d9b0', '#6f8f5a']),
  plain('#ecdfd0', '#b59a86', ['#7a5c86', '#e4b8c4', '#5f8f9a']),
  plain('#fbeab4', '#e3ab48', ['#2f7f86', '#e9705a', '#f6efe2']),
];

function plain(wall: string, accent: string, cushions: readonly string[]): RoomPaint {
  const [first = accent, second = accent] = cushions;
  return {
    wall,
    accent,
    wood: '#b07a4c',
    metal: '#9aa0a6',
    sofa: mix(first, '#8a7a6a', 0.35),
    cushions,
    rug: '#efe6d6',
    rugAccent: first,
    curtain: mix(second, '#ffffff', 0.45),
    art: [first, second, accent, '#fbf6ea'],
    pot: '#c9764c',
  };
}

const roomLooks: readonly RoomPaint[] = [
  {
    wall: '#f5e3cb',
    accent: '#c98f5c',
    wood: '#a06a41',
    metal: '#b98b4a',
    sofa: '#e4d3bd',
    cushions: ['#c26d43', '#8a5a3c', '#e9b872'],
    rug: '#efe4d2',
    rugAccent: '#c98f5f',
    curtain: '#fbf4e8',
    art: ['#c8683f', '#e9b872', '#7d4a33', '#f6ead8'],
    pot: '#c9764c',
  },
  {
    wall: '#dcedf1',
    accent: '#6fa6b8',
    wood: '#c9a273',
    metal: '#d3b77c',
    sofa: '#f2f0ea',
    cushions: ['#3f7f98', '#88b7c2', '#f0c98a'],
    rug: '#cfe0e3',
    rugAccent: '#5b93a6',
    curtain: '#ffffff',
    art: ['#2f6f8a', '#8fc1cc', '#f0d6a6', '#ffffff'],
    pot: '#f0ece2',
  },
  {
    wall: '#e9e2d8',
    accent: '#6a6763',
    wood: '#7d6350',
    metal: '#2d2f34',
    sofa: '#b98459',
    cushions: ['#2f333a', '#efe9df', '#d9b25a'],
    rug: '#dcd9d4',
    rugAccent: '#8d8f94',
    curtain: '#f4f3f1',
    art: ['#23262b', '#b9b6b0', '#c9a64a', '#f7f5f1'],
    pot: '#33363c',
  },
  {
    wall: '#f8dcc3',
    accent: '#c86f4c',
    wood: '#8c5738',
    metal: '#3f3230',
    sofa: '#f1dfc4',
    cushions: ['#b9533a', '#7f8f5f', '#e8a85f'],
    rug: '#f3dcc2',
    rugAccent: '#b9533a',
    curtain: '#fbeee0',
    art: ['#b9533a', '#f0b57c', '#6f7f55', '#fbeedd'],
    pot: '#e9c7a4',
  },
  {
    wall: '#e1ebd2',
    accent: '#7f9f72',
    wood: '#ae8257',
    metal: '#b99a5c',
    sofa: '#efe4cf',
    cushions: ['#5f7a62', '#d9a05f', '#a9bd94'],
    rug: '#f1ecdf',
    rugAccent: '#9aae8d',
    curtain: '#fafaf2',
    art: ['#5f7a62', '#c9d3b6', '#d9a05f', '#fbf9f0'],
    pot: '#d9bf9f',
  },
  {
    wall: '#f0e5d3',
    accent: '#3f5168',
    wood: '#8a5c3e',
    metal: '#c6a15b',
    sofa: '#c98552',
    cushions: ['#3f5873', '#eadfcb', '#e2b25c'],
    rug: '#e9e2d6',
    rugAccent: '#4a647f',
    curtain: '#e9edf0',
    art: ['#33485f', '#e2b25c', '#c96f4f', '#f5f1ea'],
    pot: '#f3efe8',
  },
  {
    wall: '#f8e0d9',
    accent: '#c67f78',
    wood: '#b98a66',
    metal: '#cfa266',
    sofa: '#f4e6dc',
    cushions: ['#b9655f', '#8c5a5c', '#d8b17c'],
    rug: '#f6e8e2',
    rugAccent: '#c98f88',
    curtain: '#fff8f5',
    art: ['#b56f6c', '#e9c3b4', '#7a5a5e', '#fdf3ee'],
    pot: '#e6c3b3',
  },
  {
    wall: '#e8eadb',
    accent: '#2f6f62',
    wood: '#8a5c3e',
    metal: '#c6a15b',
    sofa: '#e3cfae',
    cushions: ['#2f7f70', '#e2a945', '#c9694a'],
    rug: '#efe3cc',
    rugAccent: '#3f8575',
    curtain: '#f8f0df',
    art: ['#2f6f62', '#e2a945', '#d9805a', '#fbf3e2'],
    pot: '#d98f5a',
  },
  {
    wall: '#faedcb',
    accent: '#d99a3a',
    wood: '#95643c',
    metal: '#4a4440',
    sofa: '#5a6f86',
    cushions: ['#e2a23c', '#f3e3c3', '#b9563c'],
    rug: '#efe6d6',
    rugAccent: '#d99a3a',
    curtain: '#fdf4dd',
    art: ['#d98a2f', '#5a6f86', '#b9563c', '#fdf3df'],
    pot: '#5f8f86',
  },
  {
    wall: '#ebe1f0',
    accent: '#85699e',
    wood: '#a4754f',
    metal: '#c9a66a',
    sofa: '#efe6da',
    cushions: ['#85699e', '#f0d08a', '#d98a9a'],
    rug: '#eee3ea',
    rugAccent: '#9a7fb4',
    curtain: '#f7eff8',
    art: ['#7a5f96', '#e0a9b4', '#f0cf86', '#fbf4fa'],
    pot: '#e8cfc0',
  },
];
