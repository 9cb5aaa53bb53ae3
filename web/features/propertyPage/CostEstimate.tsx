import { Calculator, ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AmountKind, type AmountOptions, readAmount } from '#shared/amounts.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { CostRates } from '#shared/contracts/settings.ts';
import {
  type BuyerFee,
  buyingCosts,
  costInShort,
  isRentControlled,
  type Lender,
  type LoanTerms,
  lenders,
  moveInCosts,
  usualDues,
  usualTerms,
  usualUtilities,
} from '#shared/costs.ts';
import { isHome } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { cityTaxOf, yearlyPropertyTax } from '#shared/realPropertyTax.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import {
  AmountInput,
  type AmountInputProps,
  type ReadAmount,
  understoodOf,
  writeAmount,
} from '#web/ui/controls/AmountInput.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';

/** The estimated costs of the home: to buy or to move in, and each month. The visitor can change the figures. */
export function CostEstimate({ property }: { property: Property }) {
  const { costs: rates } = useSite();
  if (!rates) return null;
  const isSale = property.listing_type === 'sale';
  const inShort = formatFullPrice(costInShort(property, rates));
  return (
    <details className="panel group/estimate">
      <summary className="flex items-center gap-3 min-h-14 py-2 px-6 rounded-lg font-[650] cursor-pointer max-md:px-4 marker:hidden">
        <Calculator className="flex-none text-primary" size={20} strokeWidth={1.75} />
        <span className="grid">
          {isSale ? t('What it costs to buy') : t('What it costs to move in')}
          <span className="text-muted text-sm font-normal tabular-nums">
            {isSale
              ? t('About {inShort} a month with a bank loan', { inShort })
              : t('About {inShort} before you move in', { inShort })}
          </span>
        </span>
        <ChevronDown
          className="flex-none ml-auto text-muted [transition:rotate_180ms_ease] group-open/estimate:rotate-180"
          size={20}
        />
      </summary>
      <div className="grid gap-4 pt-2 px-6 pb-6 max-md:px-4 max-md:pb-4">
        {isSale ? (
          <BuyingEstimate property={property} rates={rates} />
        ) : (
          <RentingEstimate property={property} rates={rates} />
        )}
        <p className="text-muted text-sm">
          {isSale
            ? t(
                'This is an estimate, not an offer. It computes taxes from the price, while the law uses the highest of price, zonal value and assessed value. Buyer and seller can agree to split the costs differently.',
              )
            : t('This is an estimate, not an offer. Ask the agent what you need to pay in advance.')}{' '}
          {t('Rates as of {day}.', { day: formatDay(rates.asOf) })} {isSale ? rates.sources : rates.rentSources}
        </p>
      </div>
    </details>
  );
}

interface EstimateProps {
  property: Property;
  rates: CostRates;
}

const lenderLabel: Record<Lender, Message> = {
  bank: msg('Bank loan'),
  pagIbig: msg('Pag-IBIG loan'),
  cash: msg('Cash'),
};

const feeLabel: Record<BuyerFee, (percent: number) => string> = {
  documentaryStampTax: (percent) => t('Documentary stamp tax ({percent}%)', { percent }),
  transferTax: (percent) => t('Transfer tax ({percent}%)', { percent }),
  registrationFee: (percent) => t('Registration fee ({percent}%)', { percent }),
  notarialFee: (percent) => t('Notarial fee ({percent}%)', { percent }),
};

function BuyingEstimate({ property, rates }: EstimateProps) {
  const { price, location } = property;
  const [lender, setLender] = useState<Lender>('bank');
  const usual = usualTerms(price, rates, lender);
  const typedOf = ({ downPayment, years, ratePercent }: LoanTerms) => ({
    downPayment: grouped(downPayment),
    years: String(years),
    rate: String(ratePercent),
  });
  const [typed, setTyped] = useState(() => typedOf(usual));
  const isTaxedAsHome = isHome(property.type) || property.type === 'land';
  const tax = isTaxedAsHome ? cityTaxOf(location.city, rates.propertyTax) : null;
  const [yearly, setYearly] = useState(() => ({
    dues: grouped(usualDues(property, rates)),
    tax: tax ? grouped(yearlyPropertyTax(price, tax)) : '0',
  }));
  const figures = buyingFigures(price);
  const dues = figureOf(yearly.dues, aMonth);
  const propertyTax = figureOf(yearly.tax, figures.tax);
  const isCash = lender === 'cash';
  const terms = isCash
    ? usual
    : {
        downPayment: figureOf(typed.downPayment, figures.downPayment),
        years: figureOf(typed.years, figures.years),
        ratePercent: figureOf(typed.rate, figures.rate),
      };
  const costs = buyingCosts(price, rates, terms);
  const hasCap = lender === 'pagIbig' && price - rates.pagIbigMaxLoan > (price * rates.pagIbigDownPayment) / 100;
  const change = (name: keyof typeof typed) => (text: string) => setTyped({ ...typed, [name]: text });

  return (
    <>
      <PillGroup
        legend={t('How you would pay')}
        isLegendHidden
        pills={lenders.map((id) => ({ id, label: t(lenderLabel[id]) }))}
        chosen={lender}
        onPress={(chosen) => {
          setLender(chosen);
          setTyped(typedOf(usualTerms(price, rates, chosen)));
        }}
      />
      <div className="grid grid-cols-3 gap-3 max-lg:grid-cols-2">
        {!isCash && (
          <>
            <FigureField
              label={t('Down payment (₱)')}
              figure={figures.downPayment}
              value={typed.downPayment}
              onChange={change('downPayment')}
              hint={t('Or a percentage, such as 20%')}
              say={(reading) =>
                reading.isPercent
                  ? `= ${formatFullPrice(amountOf(reading, figures.downPayment))}`
                  : understoodOf(typed.downPayment, reading, 'pesos')
              }
            />
            <FigureField
              label={t('Years')}
              figure={figures.years}
              value={typed.years}
              onChange={change('years')}
              inputMode="numeric"
            />
            <FigureField
              label={t('Interest a year (%)')}
              figure={figures.rate}
              value={typed.rate}
              onChange={change('rate')}
            />
          </>
        )}
        <FigureField
          label={t('Dues a month (₱)')}
          figure={aMonth}
          value={yearly.dues}
          onChange={(text) => setYearly({ ...yearly, dues: text })}
        />
        {tax && (
          <FigureField
            label={t('Amilyar a year (₱)')}
            figure={figures.tax}
            value={yearly.tax}
            onChange={(text) => setYearly({ ...yearly, tax: text })}
            hint={t('Real property tax: {ratePercent}% of {assessedPercent}% of the price', { ...tax })}
          />
        )}
      </div>
      {hasCap && (
        <p className="text-sm">
          {t('Pag-IBIG lends up to {amount}. You pay the rest as down payment.', {
            amount: formatFullPrice(rates.pagIbigMaxLoan),
          })}
        </p>
      )}
      <Totals
        totals={[
          { label: t('Each month'), amount: (costs.loanPayment ?? Number.NaN) + dues },
          { label: t('Cash to bring'), amount: costs.cashToBring },
          ...(tax ? [{ label: t('Amilyar each year'), amount: propertyTax }] : []),
        ]}
      />
      <Breakdown
        title={t('Cash you bring')}
        rows={[
          [isCash ? t('Price') : t('Down payment'), terms.downPayment],
          ...costs.fees.map(({ name, ratePercent, amount }) => [feeLabel[name](ratePercent), amount] as const),
        ]}
      />
      <Breakdown
        title={t('Each month')}
        rows={[
          [t('Loan payment'), costs.loanPayment],
          [t('Association dues'), dues],
        ]}
      />
      <Breakdown
        title={t('Usually paid by the seller')}
        rows={[[t('Capital gains tax ({percent}%)', { percent: rates.capitalGainsTax }), costs.capitalGainsTax]]}
      />
    </>
  );
}

function RentingEstimate({ property, rates }: EstimateProps) {
  const { price: rent, details } = property;
  const [typed, setTyped] = useState(() => ({
    advance: String(rates.advanceMonths),
    deposit: String(rates.depositMonths),
    dues: '0',
    parking: '0',
    utilities: grouped(usualUtilities(property, rates)),
  }));
  const bound = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  const months = monthsInAdvance();
  const advance = figureOf(typed.advance, months);
  const deposit = figureOf(typed.deposit, months);
  const dues = figureOf(typed.dues, aMonth);
  const parking = figureOf(typed.parking, aMonth);
  const utilities = figureOf(typed.utilities, aMonth);
  const moveIn = moveInCosts(rent, advance, deposit);

  return (
    <>
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-2">
        <FigureField label={t('Months in advance')} figure={months} {...bound('advance')} />
        <FigureField label={t('Months of deposit')} figure={months} {...bound('deposit')} />
        <FigureField
          label={t('Dues a month (₱)')}
          figure={aMonth}
          hint={t('Often part of the rent')}
          {...bound('dues')}
        />
        <FigureField
          label={t('Parking a month (₱)')}
          figure={aMonth}
          hint={
            details.parking_slots > 0
              ? t('A parking slot is included')
              : t('A rented parking slot: about {amount}', { amount: formatFullPrice(rates.parkingRent) })
          }
          {...bound('parking')}
        />
        {isHome(property.type) && (
          <FigureField
            label={t('Utilities a month (₱)')}
            figure={aMonth}
            hint={t('Power, water, internet')}
            {...bound('utilities')}
          />
        )}
      </div>
      <Totals
        totals={[
          { label: t('To move in'), amount: moveIn },
          { label: t('Each month'), amount: rent + dues + parking + utilities },
        ]}
      />
      <Breakdown
        title={t('To move in')}
        rows={[
          [t('Advance'), rent * advance],
          [t('Deposit, given back at the end'), rent * deposit],
        ]}
      />
      <Breakdown
        title={t('Each month')}
        rows={[
          [t('Rent'), rent],
          [t('Association dues'), dues],
          [t('Parking'), parking],
          ...(isHome(property.type) ? [[t('Utilities'), utilities] as const] : []),
        ]}
      />
      {isRentControlled(property, rates) && (
        <p className="text-sm">
          {t(
            'Rent control: for the same tenant, a rent of up to {amount} a month may rise by at most {percent}% until {day}.',
            {
              amount: formatFullPrice(rates.rentControlUpTo),
              percent: rates.rentControlIncrease,
              day: formatDay(rates.rentControlUntil),
            },
          )}
        </p>
      )}
    </>
  );
}

interface FigureFieldProps extends Omit<AmountInputProps, 'kind' | 'options' | 'doubt' | 'problem'> {
  figure: Figure;
}

function FigureField({ figure, ...input }: FigureFieldProps) {
  const { kind, options = {}, sentence } = figure;
  return (
    <AmountInput
      {...input}
      {...{ kind, options }}
      doubt={(reading) => (isPossible(reading, figure) ? null : { problem: sentence(reading), answers: [] })}
      problem={input.value.trim() === '' ? sentence() : undefined}
    />
  );
}

/** The main figures, null where the input makes none. */
function Totals({ totals }: { totals: { label: string; amount: number | null }[] }) {
  return (
    <output className="flex flex-wrap gap-x-8 gap-y-3 p-4 rounded-md bg-sunken">
      {totals.map(({ label, amount }) => (
        <span key={label} className="grid content-start min-w-0 basis-36 grow">
          <span className="text-muted text-sm">{label}</span>
          {isFigure(amount) ? (
            <strong className="text-xl tabular-nums font-[750] tracking-[-0.02em] [overflow-wrap:anywhere]">
              {formatFullPrice(amount)}
            </strong>
          ) : (
            <span className="text-sm">{t('Check the figures above.')}</span>
          )}
        </span>
      ))}
    </output>
  );
}

function Breakdown({ title, rows }: { title: string; rows: (readonly [ReactNode, number | null])[] }) {
  const shown = rows.filter(([, amount]) => isFigure(amount) && amount > 0);
  if (shown.length === 0) return null;
  return (
    <table className="w-full text-md [border-collapse:collapse]">
      <caption className="pb-1 text-left font-[650]">{title}</caption>
      <tbody>
        {shown.map(([label, amount], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and never move
          <tr key={at} className="border-t border-t-line">
            <th className="py-1.5 pr-3 text-left font-normal text-muted" scope="row">
              {label}
            </th>
            <td className="py-1.5 text-right tabular-nums whitespace-nowrap">{formatFullPrice(amount ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isFigure = (amount: number | null): amount is number => amount !== null && Number.isFinite(amount);

const grouped = (pesos: number) => writeAmount(Math.round(pesos));

/** The bounds of a field. */
interface Figure {
  kind: AmountKind;
  options?: AmountOptions;
  least: number;
  most: number;
  isWhole?: true;
  isMonthly?: true;
  /** Percentages are taken of it. */
  whole?: number;
  /** Said of other figures. */
  sentence(reading?: ReadAmount): string;
}

/** The bounds of the system settings that these fields start from. */
const MOST_YEARS = 40;
const MOST_MONTHS = 24;
const MOST_A_MONTH = 10_000_000;

const pesosUpTo = (most: number): Figure => ({
  kind: 'pesos',
  least: 0,
  most,
  sentence: () => t('Enter an amount from ₱0 to {most}', { most: formatFullPrice(most) }),
});

const aMonth: Figure = { ...pesosUpTo(MOST_A_MONTH), isMonthly: true };

const percentage = () => t('Enter a percentage from 0 to 100');

/** The fields of a buyer. */
export const buyingFigures = (price: number) => {
  const upToThePrice = pesosUpTo(price);
  return {
    downPayment: {
      ...upToThePrice,
      options: { orPercent: true },
      whole: price,
      sentence: (reading) => (reading?.isPercent ? percentage() : upToThePrice.sentence()),
    },
    years: {
      kind: 'count',
      options: { units: 'year years yr yrs taon' },
      least: 1,
      most: MOST_YEARS,
      isWhole: true,
      sentence: () => t('Enter the years, from 1 to 40'),
    },
    rate: { kind: 'percent', least: 0, most: 100, sentence: percentage },
    tax: upToThePrice,
  } satisfies Record<string, Figure>;
};

const monthsInAdvance = (): Figure => ({
  kind: 'count',
  options: { units: 'month months mo mos buwan' },
  least: 0,
  most: MOST_MONTHS,
  sentence: () => t('Enter the months, from 0 to 24'),
});

/** In pesos, percent or what is counted. */
const amountOf = ({ value, isPercent }: ReadAmount, { whole = 0 }: Figure): number =>
  isPercent ? (whole * value) / 100 : value;

function isPossible(reading: ReadAmount, figure: Figure): boolean {
  const value = amountOf(reading, figure);
  if (reading.isMonthly && !figure.isMonthly) return false;
  return value >= figure.least && value <= figure.most && (!figure.isWhole || Number.isInteger(value));
}

/** The content of a field: NaN where it is no possible figure. */
export function figureOf(text: string, figure: Figure): number {
  const reading = readAmount(text, figure.kind, figure.options);
  return reading.kind === 'read' && isPossible(reading, figure) ? amountOf(reading, figure) : Number.NaN;
}
