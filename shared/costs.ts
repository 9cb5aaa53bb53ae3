import type { CostRates } from './contracts/settings.ts';
import type { PropertyType } from './listing/vocabulary.ts';
import { isHome } from './listing/vocabulary.ts';

/**
 * The cost of buying or renting a home beside its price. Amounts are pesos, rates percent. All of it is an estimate:
 * taxes are counted on the price, where the law takes the highest of price, zonal value and assessed value.
 */

/** The lender; 'cash' is none. */
export const lenders = ['bank', 'pagIbig', 'cash'] as const;
export type Lender = (typeof lenders)[number];

export interface LoanTerms {
  downPayment: number;
  years: number;
  ratePercent: number;
}

/** The usual terms of a lender for this price. The part above Pag-IBIG's highest loan is a down payment. */
export function usualTerms(price: number, rates: CostRates, lender: Lender): LoanTerms {
  if (lender === 'cash') return { downPayment: price, years: 0, ratePercent: 0 };
  if (lender === 'bank')
    return {
      downPayment: (price * rates.bankDownPayment) / 100,
      years: rates.bankYears,
      ratePercent: rates.bankRate,
    };
  const least = (price * rates.pagIbigDownPayment) / 100;
  return {
    downPayment: Math.max(least, price - rates.pagIbigMaxLoan),
    years: rates.pagIbigYears,
    ratePercent: rates.pagIbigRate,
  };
}

/** The equal monthly payment of a loan in pesos, with interest over whole years; null where the figures make no loan. */
export function monthlyPayment(loan: number, years: number, ratePercent: number): number | null {
  const isLoan = loan > 0 && years > 0 && ratePercent >= 0;
  if (!isLoan || ![loan, years, ratePercent].every(Number.isFinite)) return null;
  const months = Math.round(years * 12);
  const rate = ratePercent / 100 / 12;
  if (months === 0) return null;
  return rate === 0 ? loan / months : (loan * rate) / (1 - (1 + rate) ** -months);
}

const buyerFees = ['documentaryStampTax', 'transferTax', 'registrationFee', 'notarialFee'] as const;
export type BuyerFee = (typeof buyerFees)[number];

export function buyingCosts(price: number, rates: CostRates, terms: LoanTerms) {
  const loan = Math.max(price - terms.downPayment, 0);
  const fees = buyerFees.map((name) => ({
    name,
    ratePercent: rates[name],
    amount: (price * rates[name]) / 100,
  }));
  const feesInAll = fees.reduce((sum, { amount }) => sum + amount, 0);
  return {
    loan,
    /** 0 without a loan, null where the figures allow none. */
    loanPayment: loan === 0 ? 0 : monthlyPayment(loan, terms.years, terms.ratePercent),
    fees,
    cashToBring: Math.min(terms.downPayment, price) + feesInAll,
    /** Usually the seller's. */
    capitalGainsTax: (price * rates.capitalGainsTax) / 100,
  };
}

interface PricedHome {
  price: number;
  type: PropertyType;
  listing_type: 'sale' | 'rent' | 'lease';
  details: { bedrooms: number; area_sqm: number };
}

/** Association dues a month, by floor area: condominiums alone have them. */
export const usualDues = ({ type, details }: PricedHome, rates: CostRates): number =>
  type === 'condo' ? Math.round(details.area_sqm * rates.duesPerSqm) : 0;

/** Power, water and internet a month, of a home. */
export const usualUtilities = (home: PricedHome, rates: CostRates): number =>
  isHome(home.type) ? rates.utilities + rates.utilitiesPerBedroom * home.details.bedrooms : 0;

/** Advance and deposit in months of rent, paid before moving in. */
export const moveInCosts = (rent: number, advanceMonths: number, depositMonths: number) =>
  rent * (advanceMonths + depositMonths);

/** Whether the law bounds how much the rent of this tenant may rise. */
export const isRentControlled = (home: PricedHome, rates: CostRates) =>
  home.listing_type !== 'sale' && isHome(home.type) && home.price <= rates.rentControlUpTo;

/** One figure of the whole: a buyer's month with the usual bank loan and dues, or a tenant's cash before moving in. */
export function costInShort(home: PricedHome, rates: CostRates): number {
  if (home.listing_type !== 'sale') return moveInCosts(home.price, rates.advanceMonths, rates.depositMonths);
  const { loanPayment } = buyingCosts(home.price, rates, usualTerms(home.price, rates, 'bank'));
  return (loanPayment ?? 0) + usualDues(home, rates);
}
