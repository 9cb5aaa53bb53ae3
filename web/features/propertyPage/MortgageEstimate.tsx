import { Calculator, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatFullPrice } from '#shared/money.ts';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import styles from './MortgageEstimate.module.css';
import {
  EXAMPLE_LOAN_SHARE,
  EXAMPLE_RATE_PERCENT,
  EXAMPLE_YEARS,
  monthlyPayment,
  readFigure,
} from './mortgage.ts';

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
    <details className={styles.estimate}>
      <summary className={styles.summary}>
        <Calculator size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>Estimate a monthly payment</span>
        <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
      </summary>
      <div className={styles.body}>
        <div className={styles.fields}>
          <NativeInput
            label="Loan amount (₱)"
            inputMode="numeric"
            value={loan}
            onChange={setLoan}
            onBlur={groupLoan}
          />
          <NativeInput label="Years" inputMode="numeric" value={years} onChange={setYears} />
          <NativeInput label="Interest a year (%)" inputMode="decimal" value={rate} onChange={setRate} />
        </div>
        <output className={styles.result}>
          {payment === null ? (
            <span className={styles.unknown}>Enter a loan amount, years and an interest rate.</span>
          ) : (
            <>
              <strong>{formatFullPrice(payment)}</strong>
              <span>a month, estimated</span>
            </>
          )}
        </output>
        <p className={styles.note}>
          The figures above are an example: write in the ones your bank gives you. This is an estimate of
          equal monthly payments without fees, taxes and insurance, not an offer.
        </p>
      </div>
    </details>
  );
}
