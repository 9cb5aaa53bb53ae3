import type { DemoArea } from './area.ts';
import {
  antipoloAreas,
  caintaAreas,
  mandaluyongAreas,
  marikinaAreas,
  pasigAreas,
  sanJuanAreas,
} from './east.ts';
import { makatiAreas } from './makati.ts';
import { manilaAreas } from './manila.ts';
import { quezonCityAreas } from './quezonCity.ts';
import {
  caloocanAreas,
  lasPinasAreas,
  malabonAreas,
  muntinlupaAreas,
  paranaqueAreas,
  valenzuelaAreas,
} from './southNorth.ts';
import { pasayAreas, taguigAreas } from './taguigPasay.ts';

export const demoAreas: readonly DemoArea[] = [
  ...makatiAreas,
  ...taguigAreas,
  ...pasayAreas,
  ...manilaAreas,
  ...quezonCityAreas,
  ...pasigAreas,
  ...mandaluyongAreas,
  ...sanJuanAreas,
  ...marikinaAreas,
  ...muntinlupaAreas,
  ...paranaqueAreas,
  ...lasPinasAreas,
  ...caloocanAreas,
  ...valenzuelaAreas,
  ...malabonAreas,
  ...antipoloAreas,
  ...caintaAreas,
];
