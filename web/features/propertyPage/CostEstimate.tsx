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
  lenders,
  moveInCosts,
  usualDues,
  usualTerms,
  usualUtilities,
} from '#shared/costs.ts';
import { isHome } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
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
          {t('Rates as of {day}.', { day: formatDay(rates.asOf) })} {rates.sources}
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
  const { price } = property;
  const [lender, setLender] = useState<Lender>('bank');
  const typedOf = (chosen: Lender) => {
    const { downPayment, years, ratePercent } = usualTerms(price, rates, chosen);
    return { downPayment: grouped(downPayment), years: String(years), rate: String(ratePercent) };
  };
  const [typed, setTyped] = useState(() => typedOf('bank'));
  const [dues, setDues] = useState(() => grouped(usualDues(property, rates)));
  const bound = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  const terms = {
    downPayment: readFigure(typed.downPayment),
    years: readFigure(typed.years),
    ratePercent: readFigure(typed.rate),
  };
  const costs = buyingCosts(price, rates, terms);
  const monthlyDues = readFigure(dues);
  const isWhole = costs.loanPayment !== null && Number.isFinite(monthlyDues);
  const hasCap = lender === 'pagIbig' && price - rates.pagIbigMaxLoan > (price * rates.pagIbigDownPayment) / 100;

  return (
    <>
      <PillGroup
        legend={t('How you would pay')}
        isLegendHidden
        pills={lenders.map((id) => ({ id, label: t(lenderLabel[id]) }))}
        chosen={lender}
        onPress={(chosen) => {
          setLender(chosen);
          setTyped(typedOf(chosen));
        }}
      />
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        {lender !== 'cash' && (
          <>
            <PesoField label={t('Down payment (₱)')} {...bound('downPayment')} />
            <NativeInput label={t('Years')} inputMode="numeric" {...bound('years')} />
            <NativeInput label={t('Interest a year (%)')} inputMode="decimal" {...bound('rate')} />
          </>
        )}
        <PesoField label={t('Dues a month (₱)')} value={dues} onChange={setDues} />
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
          { label: t('Each month'), amount: isWhole ? (costs.loanPayment ?? 0) + monthlyDues : null },
          { label: t('Cash to bring'), amount: costs.cashToBring },
        ]}
      />
      <Breakdown
        title={t('Cash you bring')}
        rows={[
          [lender === 'cash' ? t('Price') : t('Down payment'), Math.min(terms.downPayment, price)],
          ...costs.fees.map(({ name, ratePercent, amount }) => [feeLabel[name](ratePercent), amount] as const),
        ]}
      />
      <Breakdown
        title={t('Each month')}
        rows={[
          [t('Loan payment'), costs.loanPayment],
          [t('Association dues'), monthlyDues],
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
  const advance = readFigure(typed.advance);
  const deposit = readFigure(typed.deposit);
  const monthly = [typed.dues, typed.parking, typed.utilities].map(readFigure);
  const [dues = 0, parking = 0, utilities = 0] = monthly;
  const inAll = rent + monthly.reduce((sum, amount) => sum + amount, 0);
  const moveIn = moveInCosts(rent, advance, deposit);

  return (
    <>
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-2">
        <NativeInput label={t('Months in advance')} inputMode="numeric" {...bound('advance')} />
        <NativeInput label={t('Months of deposit')} inputMode="numeric" {...bound('deposit')} />
        <PesoField label={t('Dues a month (₱)')} hint={t('Often part of the rent')} {...bound('dues')} />
        <PesoField
          label={t('Parking a month (₱)')}
          hint={
            details.parking_slots > 0
              ? t('A parking slot is included')
              : t('A rented parking slot: about {amount}', { amount: formatFullPrice(rates.parkingRent) })
          }
          {...bound('parking')}
        />
        {isHome(property.type) && (
          <PesoField
            label={t('Utilities a month (₱)')}
            hint={t('Power, water, internet')}
            {...bound('utilities')}
          />
        )}
      </div>
      <Totals
        totals={[
          { label: t('To move in'), amount: moveIn },
          { label: t('Each month'), amount: inAll },
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

function PesoField(props: ComponentProps<typeof NativeInput>) {
  const group = () => {
    const figure = readFigure(props.value);
    if (Number.isFinite(figure)) props.onChange(grouped(figure));
  };
  return <NativeInput inputMode="numeric" onBlur={group} {...props} />;
}

/** The main figures, null where the input makes none. */
function Totals({ totals }: { totals: { label: string; amount: number | null }[] }) {
  return (
    <output className="grid grid-cols-2 gap-3 p-4 rounded-md bg-sunken">
      {totals.map(({ label, amount }) => (
        <span key={label} className="grid min-w-0">
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

/** Reads '1,500,000', '₱1.5' or '7 %'; NaN where there is no number. */
export function readFigure(text: string): number {
  const cleaned = text.replace(/[₱,%\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
