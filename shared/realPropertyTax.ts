import { foldText } from './gazetteer/names.ts';

/** How a city taxes a home each year: a rate, with the Special Education Fund, of a part of what the home is worth. */
export interface CityTax {
  ratePercent: number;
  /** The assessed value, in percent of the price. */
  assessedPercent: number;
}

const LINE = /^(.+?):\s*(\d+(?:\.\d+)?)\s*%\s*of\s*(\d+(?:\.\d+)?)\s*%$/i;
const OTHERS = 'others';

/** 'Makati City' and 'makati' are one city. */
const cityName = (city: string) => foldText(city).replace(/ city$/, '');

/**
 * The taxes by folded city, from lines such as 'Makati City: 2% of 12%'.
 * @returns null where a line reads otherwise, a percentage is over 100, or the line for 'Others' is missing
 */
export function readCityTaxes(text: string): ReadonlyMap<string, CityTax> | null {
  const taxes = new Map<string, CityTax>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, city = '', rate, assessed] = LINE.exec(line) ?? [];
    const tax = { ratePercent: Number(rate), assessedPercent: Number(assessed) };
    // Not a number where the line reads otherwise.
    if (!(tax.ratePercent <= 100 && tax.assessedPercent <= 100)) return null;
    taxes.set(cityName(city), tax);
  }
  return taxes.has(OTHERS) ? taxes : null;
}

/** The tax of this city; of all others where it has no line of its own. @param text as {@link readCityTaxes} */
export function cityTaxOf(city: string, text: string): CityTax | null {
  const taxes = readCityTaxes(text);
  return taxes?.get(cityName(city)) ?? taxes?.get(OTHERS) ?? null;
}

/** Pesos a year. */
export const yearlyPropertyTax = (price: number, { ratePercent, assessedPercent }: CityTax): number =>
  (((price * assessedPercent) / 100) * ratePercent) / 100;
