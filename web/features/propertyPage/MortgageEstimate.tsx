import { Calculator, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatFullPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { NativeInput } from '#web/ui/controls/NativeInput.tsx';

const grouped = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });

export function MortgageEstimate({ price }: { price: number }) {
  const [loan, setLoan] = useState(() => grouped.format(price * EXAMPLE_LOAN_SHARE));
  const [years, setYears] = useState(String(EXAMPLE_YEARS));
  const [rate, setRate] = useState(String(EXAMPLE_RATE_PERCENT));
  const payment = monthlyPayment(readFigure(loan), readFigure(years), readFigure(rate));

  const groupLoan = () => {
    const figure = readFigure(loan);
    if (Number.isFinite(figure)) setLoan(grouped.format(figure));
  };

  return (
    <details className="border border-line rounded-lg bg-surface group/estimate">
      <summary className="flex items-center gap-3 min-h-14 py-0 px-6 rounded-lg font-[650] list-none cursor-pointer max-md:px-4 [&::-webkit-details-marker]:hidden">
        <Calculator className="flex-none text-primary" size={20} strokeWidth={1.75} />
        <span>{t('Estimate a monthly payment')}</span>
        <ChevronDown
          className="flex-none ml-auto text-muted [transition:rotate_180ms_ease] group-open/estimate:rotate-180"
          size={20}
        />
      </summary>
      <div className="grid gap-4 pt-0 px-6 pb-6 max-md:pt-0 max-md:px-4 max-md:pb-4">
        <div className="grid grid-cols-[2fr_1fr_1.25fr] gap-3 max-md:grid-cols-[1fr_1fr] max-[36rem]:*:first:col-span-full">
          <NativeInput
            label={t('Loan amount (₱)')}
            inputMode="numeric"
            value={loan}
            onChange={setLoan}
            onBlur={groupLoan}
          />
          <NativeInput label={t('Years')} inputMode="numeric" value={years} onChange={setYears} />
          <NativeInput label={t('Interest a year (%)')} inputMode="decimal" value={rate} onChange={setRate} />
        </div>
        <output className="flex flex-wrap items-baseline gap-2 min-h-9">
          {payment === null ? (
            <span className="self-center text-muted">
              {t('Enter a loan amount, years and an interest rate.')}
            </span>
          ) : (
            <>
              <strong className="text-[1.5rem] tabular-nums font-[750] tracking-[-0.02em]">
                {formatFullPrice(payment)}
              </strong>
              <span className="text-muted">{t('a month, estimated')}</span>
            </>
          )}
        </output>
        <p className="text-muted text-sm">
          {t(
            'The figures above are an example: write in the ones your bank gives you. This is an estimate of equal monthly payments without fees, taxes and insurance, not an offer.',
          )}
        </p>
      </div>
    </details>
  );
}

/** What the fields say before the visitor writes their own figures; the form calls them examples. */
const EXAMPLE_LOAN_SHARE = 0.8;
const EXAMPLE_YEARS = 20;
const EXAMPLE_RATE_PERCENT = 7;

/**
 * The equal monthly payment of a loan in pesos that is paid back with interest over whole years. Null where the figures make
 * no loan.
 */
export function monthlyPayment(loan: number, years: number, ratePercent: number): number | null {
  const isLoan = loan > 0 && years > 0 && ratePercent >= 0;
  if (!isLoan || ![loan, years, ratePercent].every(Number.isFinite)) return null;
  const months = Math.round(years * 12);
  const rate = ratePercent / 100 / 12;
  if (months === 0) return null;
  return rate === 0 ? loan / months : (loan * rate) / (1 - (1 + rate) ** -months);
}

/** Reads '1,500,000', '₱1.5' or '7 %'; NaN where there is no number. */
export function readFigure(text: string): number {
  const cleaned = text.replace(/[₱,%\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
