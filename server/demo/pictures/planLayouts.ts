export type PlanRoomKind =
  | 'living'
  | 'dining'
  | 'kitchen'
  | 'bed'
  | 'bath'
  | 'hall'
  | 'balcony'
  | 'garage'
  | 'desks'
  | 'meeting'
  | 'lobby'
  | 'shop'
  | 'store';

/** Metres, from the upper left corner. */
export interface PlanRoom {
  kind: PlanRoomKind;
  x: number;
  y: number;
  w: number;
  h: number;
}

const room = (kind: PlanRoomKind, x: number, y: number, w: number, h: number): PlanRoom => ({
  kind,
  x,
  y,
  w,
  h,
});

const studio = [
  room('bath', 0, 0, 2.6, 2.6),
  room('kitchen', 2.6, 0, 2.9, 2.6),
  room('living', 0, 2.6, 5.5, 4.4),
  room('bed', 5.5, 0, 4, 5.2),
  room('balcony', 5.5, 5.2, 4, 1.8),
];
const twoBedrooms = [
  room('bed', 0, 0, 4, 4),
  room('bath', 4, 0, 2.4, 4),
  room('kitchen', 6.4, 0, 5.6, 3.4),
  room('bed', 0, 4, 4, 4),
  room('living', 4, 4, 8, 2.8),
  room('hall', 6.4, 3.4, 5.6, 0.6),
  room('balcony', 4, 6.8, 8, 1.2),
];
const threeBedrooms = [
  room('bed', 0, 0, 4, 4.2),
  room('bath', 4, 0, 2.4, 2.6),
  room('hall', 4, 2.6, 2.4, 1.6),
  room('bed', 6.4, 0, 3.8, 4.2),
  room('bed', 10.2, 0, 3.8, 4.2),
  room('kitchen', 0, 4.2, 4, 4.8),
  room('dining', 4, 4.2, 3.6, 4.8),
  room('living', 7.6, 4.2, 6.4, 3.4),
  room('balcony', 7.6, 7.6, 6.4, 1.4),
];
const oneBedroom = [
  room('bed', 0, 0, 4.2, 4.6),
  room('bath', 0, 4.6, 2.6, 2.6),
  room('hall', 2.6, 4.6, 1.6, 2.6),
  room('kitchen', 4.2, 4.4, 3, 2.8),
  room('living', 4.2, 0, 5.6, 4.4),
  room('dining', 7.2, 4.4, 2.6, 2.8),
];
const house = [
  room('garage', 0, 0, 4, 5.4),
  room('kitchen', 4, 0, 4, 3.6),
  room('dining', 8, 0, 5, 3.6),
  room('living', 4, 3.6, 5.4, 5.4),
  room('bed', 9.4, 3.6, 3.6, 5.4),
  room('bath', 0, 5.4, 4, 3.6),
];
const bigHouse = [
  room('bed', 0, 0, 4.2, 4),
  room('bath', 4.2, 0, 2.4, 4),
  room('bed', 6.6, 0, 3.8, 4),
  room('garage', 10.4, 0, 4, 5.4),
  room('living', 0, 4, 6.6, 5),
  room('dining', 6.6, 4, 3.8, 5),
  room('kitchen', 10.4, 5.4, 4, 3.6),
];
const half = (x: number, flip: boolean): PlanRoom[] => {
  const rooms = [
    room('kitchen', 0, 0, 3.4, 5.2),
    room('bath', 3.4, 0, 3.6, 2),
    room('bed', 3.4, 2, 3.6, 3.2),
    room('living', 0, 5.2, 7, 3.8),
  ];
  return rooms.map((r) => ({ ...r, x: x + (flip ? 7 - r.x - r.w : r.x) }));
};
const duplexPair = [...half(0, false), ...half(7, true)];
const officeFloor = [
  room('desks', 0, 0, 9, 5.8),
  room('meeting', 9, 0, 5, 4.2),
  room('lobby', 9, 4.2, 5, 4.6),
  room('kitchen', 0, 5.8, 4, 3),
  room('bath', 4, 5.8, 2.5, 3),
  room('bath', 6.5, 5.8, 2.5, 3),
];
const officeWing = [
  room('meeting', 0, 0, 4.4, 4),
  room('meeting', 0, 4, 4.4, 4.6),
  room('desks', 4.4, 0, 9.2, 5.6),
  room('lobby', 4.4, 5.6, 4.6, 3),
  room('bath', 9, 5.6, 2, 3),
  room('kitchen', 11, 5.6, 2.6, 3),
];
const shopUnit = [
  room('shop', 0, 0, 8.4, 8.6),
  room('store', 8.4, 0, 3.6, 3.8),
  room('bath', 8.4, 3.8, 3.6, 2.2),
  room('kitchen', 8.4, 6, 3.6, 2.6),
];
const shopCorner = [
  room('store', 0, 0, 3.4, 3.6),
  room('bath', 3.4, 0, 2.4, 3.6),
  room('kitchen', 5.8, 0, 6.4, 3.6),
  room('shop', 0, 3.6, 12.2, 5.2),
];

export const planLayouts = {
  condo: [studio, twoBedrooms, threeBedrooms, oneBedroom],
  apartment: [studio, twoBedrooms, oneBedroom, threeBedrooms],
  house: [house, bigHouse, threeBedrooms],
  duplex: [duplexPair],
  office: [officeFloor, officeWing],
  commercial: [shopUnit, shopCorner],
} as const satisfies Record<string, readonly PlanRoom[][]>;
