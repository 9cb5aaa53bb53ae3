import type {
  AmenityRecipe,
  FacadeForm,
  FacadeRecipe,
  PictureLight,
  PictureRecipe,
  PlanRecipe,
  PriceClass,
  RoomRecipe,
  WindowView,
} from './pictures.ts';

const lightWords: Record<PictureLight, string> = {
  day: 'by day',
  golden: 'in late afternoon sun',
  overcast: 'under an overcast sky',
  rain: 'on a rainy day',
  dusk: 'at dusk',
};
const viewWords: Record<WindowView, string> = {
  street: 'the street',
  garden: 'the garden',
  lowCity: 'the roofs around',
  highCity: 'the city from above',
  bay: 'the bay',
  lightWell: 'the light well',
};
const formWords: Record<FacadeForm, string> = {
  walkUp: 'walk-up apartment building',
  midRise: 'mid-rise building',
  tower: 'residential tower',
  officeTower: 'office tower',
  townhouse: 'townhouse',
  bungalow: 'bungalow',
  duplex: 'duplex',
  villageHouse: 'house',
  shopRow: 'shop building',
  warehouse: 'warehouse',
};
const floors: Record<PriceClass, string> = { plain: 'tiled floor', middle: 'laminate floor', fine: 'wood floor' };
const kitchens: Record<PriceClass, string> = {
  plain: 'short counter with a two-burner stove',
  middle: 'counter along one wall',
  fine: 'island and built-in appliances',
};
const baths: Record<PriceClass, string> = {
  plain: 'shower with bucket and dipper',
  middle: 'glass shower',
  fine: 'bathtub',
};
const cameraWords = [
  ', seen from the corner',
  ' from the front',
  ' from across the street',
  ', seen from below',
  ' from above',
];

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The words for a picture: the description of a listing's picture and for those who cannot see it; from the facts it is drawn from. */
export function captionOf(recipe: PictureRecipe): string {
  switch (recipe.kind) {
    case 'facade':
      return facadeCaption(recipe);
    case 'plan':
      return planCaption(recipe);
    case 'lot':
      return `${recipe.isCorner ? 'Corner lot' : 'Lot'} of ${recipe.areaSqm} sqm${cameraWords[recipe.camera]}, ${lightWords[recipe.light]}`;
    case 'skyline':
      return `View of ${viewWords[recipe.view]}, ${lightWords[recipe.light]}`;
    case 'pool':
    case 'gym':
    case 'lobby':
      return amenityCaption(recipe);
    default:
      return roomCaption(recipe);
  }
}

function facadeCaption({ form, storeys, camera, light }: FacadeRecipe): string {
  const height = form === 'bungalow' || form === 'warehouse' ? '' : `${storeys}-story `;
  return capital(`${height}${formWords[form]}${cameraWords[camera]}, ${lightWords[light]}`);
}

function planCaption({ type, bedrooms, bathrooms, areaSqm, storeys, hasBalcony, hasHelper }: PlanRecipe): string {
  if (type === 'land') return `Site plan of the lot, ${areaSqm} sqm`;
  const isHome = type !== 'office' && type !== 'commercial';
  const parts = [
    ...(isHome ? [bedrooms === 0 ? 'studio' : counted(bedrooms, 'bedroom')] : []),
    counted(bathrooms, isHome ? 'bath' : 'toilet'),
    ...(hasBalcony ? ['balcony'] : []),
    ...(hasHelper ? ['helper’s room'] : []),
    ...(storeys > 1 ? [`${storeys} levels`] : []),
    `${areaSqm} sqm`,
  ];
  return `Floor plan: ${parts.join(', ')}`;
}

function amenityCaption({ kind, light }: AmenityRecipe): string {
  if (kind === 'pool') return `Swimming pool, ${lightWords[light]}`;
  return kind === 'gym' ? 'Gym of the building' : 'Lobby of the building';
}

function roomCaption({ kind, priceClass, furnishing, view, light }: RoomRecipe): string {
  const isBare = furnishing === 'bare';
  const window = `window to ${viewWords[view]}`;
  const furniture = furnishing === 'semi' ? 'partly furnished, ' : '';
  switch (kind) {
    case 'living':
      return `${isBare ? 'Empty living room' : 'Living room'}, ${furniture}${floors[priceClass]}, ${window}`;
    case 'studio':
      return `${isBare ? 'Empty studio' : 'Studio with bed and sitting corner'}, ${furniture}${floors[priceClass]}, ${window}`;
    case 'bedroom':
      return `${isBare ? 'Empty bedroom' : 'Bedroom'}, ${furniture}${floors[priceClass]}, ${window}`;
    case 'bedspace':
      return `Shared room with double-deck beds, ${floors[priceClass]}, ${window}`;
    case 'kitchen':
      return isBare ? 'Kitchen with counter and sink, without appliances' : `Kitchen: ${kitchens[priceClass]}`;
    case 'bath':
      return `Bathroom: ${isBare && priceClass === 'plain' ? 'plain shower' : baths[priceClass]}`;
    case 'balcony':
      return `Balcony${isBare ? ', empty' : ''}, ${view === 'street' || view === 'garden' ? 'facing' : 'over'} ${viewWords[view]}, ${lightWords[light]}`;
    case 'laundry':
      return isBare ? 'Laundry area, empty' : 'Laundry area with washing machine';
    case 'office':
      return isBare ? `Empty office floor, ${window}` : `Office with desks, ${furniture}${window}`;
    case 'shop':
      return isBare ? 'Empty shop floor' : 'Shop floor with shelves';
  }
}
