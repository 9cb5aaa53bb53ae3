export interface RoomLook {
  wall: string;
  accent: string;
  floor: string;
  floorKind: 'planks' | 'tiles' | 'marble';
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

export const roomLooks: readonly RoomLook[] = [
  {
    wall: '#f5ece0',
    accent: '#d9b48f',
    floor: '#c4935f',
    floorKind: 'planks',
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
    wall: '#eef3f3',
    accent: '#8fb5c1',
    floor: '#d9c3a2',
    floorKind: 'planks',
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
    wall: '#ecebe9',
    accent: '#5b5f66',
    floor: '#bfb9b2',
    floorKind: 'marble',
    wood: '#6f6259',
    metal: '#2d2f34',
    sofa: '#7d828a',
    cushions: ['#2f333a', '#d9d6d0', '#c2a14f'],
    rug: '#dcd9d4',
    rugAccent: '#8d8f94',
    curtain: '#f4f3f1',
    art: ['#23262b', '#b9b6b0', '#c9a64a', '#f7f5f1'],
    pot: '#33363c',
  },
  {
    wall: '#f6e3d3',
    accent: '#c86f4c',
    floor: '#b87a54',
    floorKind: 'tiles',
    wood: '#8c5738',
    metal: '#3f3230',
    sofa: '#c9694a',
    cushions: ['#f3d9b8', '#7f8f5f', '#e8a85f'],
    rug: '#f3dcc2',
    rugAccent: '#b9533a',
    curtain: '#fbeee0',
    art: ['#b9533a', '#f0b57c', '#6f7f55', '#fbeedd'],
    pot: '#e9c7a4',
  },
  {
    wall: '#edf0e6',
    accent: '#94a887',
    floor: '#cfae83',
    floorKind: 'planks',
    wood: '#ae8257',
    metal: '#b99a5c',
    sofa: '#8fa389',
    cushions: ['#f1ead9', '#d9a05f', '#5f7a62'],
    rug: '#f1ecdf',
    rugAccent: '#9aae8d',
    curtain: '#fafaf2',
    art: ['#5f7a62', '#c9d3b6', '#d9a05f', '#fbf9f0'],
    pot: '#d9bf9f',
  },
  {
    wall: '#f0ece8',
    accent: '#3f5168',
    floor: '#a8764e',
    floorKind: 'planks',
    wood: '#8a5c3e',
    metal: '#c6a15b',
    sofa: '#3f5873',
    cushions: ['#e2b25c', '#d8dde2', '#c96f4f'],
    rug: '#e9e2d6',
    rugAccent: '#4a647f',
    curtain: '#e9edf0',
    art: ['#33485f', '#e2b25c', '#c96f4f', '#f5f1ea'],
    pot: '#f3efe8',
  },
  {
    wall: '#f7eeec',
    accent: '#c99a95',
    floor: '#e0d3c6',
    floorKind: 'marble',
    wood: '#b98a66',
    metal: '#cfa266',
    sofa: '#d9aaa2',
    cushions: ['#f7ece4', '#8c5a5c', '#d8b17c'],
    rug: '#f6e8e2',
    rugAccent: '#c98f88',
    curtain: '#fff8f5',
    art: ['#b56f6c', '#e9c3b4', '#7a5a5e', '#fdf3ee'],
    pot: '#e6c3b3',
  },
];
