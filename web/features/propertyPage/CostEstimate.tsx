import { Calculator, ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
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
import { readPesos } from '#web/lib/pesos.ts';
import { useSite } from '#web/lib/useSite.ts';
import { NativeInput } from '#web/ui/controls/Field.tsx';
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
  const downPayment = downPaymentOf(typed.downPayment, price);
  const years = figureUpTo(MOST_YEARS, readFigure(typed.years), t('Enter the years, from 1 to 40'), 1);
  const interest = figureUpTo(100, readFigure(typed.rate), t('Enter a percentage from 0 to 100'));
  const dues = pesosUpTo(MOST_A_MONTH, yearly.dues);
  const propertyTax = pesosUpTo(price, yearly.tax);
  const isCash = lender === 'cash';
  const terms = isCash
    ? usual
    : { downPayment: downPayment.value, years: years.value, ratePercent: interest.value };
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
            <PesoField
              label={t('Down payment (₱)')}
              value={typed.downPayment}
              onChange={change('downPayment')}
              problem={downPayment.problem}
              // A keypad of figures has no percent sign.
              inputMode="text"
              hint={
                isPercentage(typed.downPayment) && !downPayment.problem
                  ? `= ${formatFullPrice(downPayment.value)}`
                  : t('Or a percentage, such as 20%')
              }
            />
            <NativeInput
              label={t('Years')}
              inputMode="numeric"
              value={typed.years}
              onChange={change('years')}
              problem={years.problem}
            />
            <NativeInput
              label={t('Interest a year (%)')}
              inputMode="decimal"
              value={typed.rate}
              onChange={change('rate')}
              problem={interest.problem}
            />
          </>
        )}
        <PesoField
          label={t('Dues a month (₱)')}
          value={yearly.dues}
          onChange={(text) => setYearly({ ...yearly, dues: text })}
          problem={dues.problem}
        />
        {tax && (
          <PesoField
            label={t('Amilyar a year (₱)')}
            value={yearly.tax}
            onChange={(text) => setYearly({ ...yearly, tax: text })}
            problem={propertyTax.problem}
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
          { label: t('Each month'), amount: (costs.loanPayment ?? Number.NaN) + dues.value },
          { label: t('Cash to bring'), amount: costs.cashToBring },
          ...(tax ? [{ label: t('Amilyar each year'), amount: propertyTax.value }] : []),
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
          [t('Association dues'), dues.value],
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
  const bound = (name: keyof typeof typed, { problem }: Figure) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    problem,
  });
  const months = (text: string) => figureUpTo(MOST_MONTHS, readFigure(text), t('Enter the months, from 0 to 24'));
  const advance = months(typed.advance);
  const deposit = months(typed.deposit);
  const dues = pesosUpTo(MOST_A_MONTH, typed.dues);
  const parking = pesosUpTo(MOST_A_MONTH, typed.parking);
  const utilities = pesosUpTo(MOST_A_MONTH, typed.utilities);
  const moveIn = moveInCosts(rent, advance.value, deposit.value);

  return (
    <>
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-2">
        <NativeInput label={t('Months in advance')} inputMode="decimal" {...bound('advance', advance)} />
        <NativeInput label={t('Months of deposit')} inputMode="decimal" {...bound('deposit', deposit)} />
        <PesoField label={t('Dues a month (₱)')} hint={t('Often part of the rent')} {...bound('dues', dues)} />
        <PesoField
          label={t('Parking a month (₱)')}
          hint={
            details.parking_slots > 0
              ? t('A parking slot is included')
              : t('A rented parking slot: about {amount}', { amount: formatFullPrice(rates.parkingRent) })
          }
          {...bound('parking', parking)}
        />
        {isHome(property.type) && (
          <PesoField
            label={t('Utilities a month (₱)')}
            hint={t('Power, water, internet')}
            {...bound('utilities', utilities)}
          />
        )}
      </div>
      <Totals
        totals={[
          { label: t('To move in'), amount: moveIn },
          { label: t('Each month'), amount: rent + dues.value + parking.value + utilities.value },
        ]}
      />
      <Breakdown
        title={t('To move in')}
        rows={[
          [t('Advance'), rent * advance.value],
          [t('Deposit, given back at the end'), rent * deposit.value],
        ]}
      />
      <Breakdown
        title={t('Each month')}
        rows={[
          [t('Rent'), rent],
          [t('Association dues'), dues.value],
          [t('Parking'), parking.value],
          ...(isHome(property.type) ? [[t('Utilities'), utilities.value] as const] : []),
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

/** Groups the digits of an amount once it is typed. */
function PesoField(props: ComponentProps<typeof NativeInput>) {
  const group = () => {
    const pesos = readPesos(props.value);
    if (typeof pesos === 'number') props.onChange(grouped(pesos));
  };
  return <NativeInput inputMode="numeric" onBlur={group} {...props} />;
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

const wholePesos = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });
const grouped = (pesos: number) => wholePesos.format(pesos);

/** The content of a field: NaN with a problem where it is no possible figure. */
interface Figure {
  value: number;
  problem?: string;
}

/** The bounds of the system settings that these fields start from. */
const MOST_YEARS = 40;
const MOST_MONTHS = 24;
const MOST_A_MONTH = 10_000_000;

const figureUpTo = (most: number, value: number, problem: string, least = 0): Figure =>
  value >= least && value <= most ? { value } : { value: Number.NaN, problem };

const pesosUpTo = (most: number, text: string): Figure =>
  figureUpTo(
    most,
    readPesos(text) ?? Number.NaN,
    t('Enter an amount from ₱0 to {most}', { most: formatFullPrice(most) }),
  );

const isPercentage = (text: string) => text.trim().endsWith('%');

/** In pesos, from an amount or a percentage of the price. */
export function downPaymentOf(text: string, price: number): Figure {
  if (!isPercentage(text)) return pesosUpTo(price, text);
  const percent = figureUpTo(100, readFigure(text), t('Enter a percentage from 0 to 100'));
  return { ...percent, value: (price * percent.value) / 100 };
}

/** Reads '1,500,000', '₱1.5', '7 %' or '7,5', whose comma parts no thousands; NaN where there is no number. */
export function readFigure(text: string): number {
  const written = text.replace(/[₱%\s]/g, '').replace(/^(-?\d{1,3}),(\d{1,2})$/, '$1.$2');
  const cleaned = written.replaceAll(',', '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
