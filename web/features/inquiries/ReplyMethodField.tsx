import type { Inquiry, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { replyMethodLabel } from './inquiryRules.ts';
import styles from './ReplyDialog.module.css';
import { canUse } from './replyDraft.ts';

interface ReplyMethodFieldProps {
  inquiry: Pick<Inquiry, 'email' | 'phone'>;
  value: ReplyMethod;
  isDisabled: boolean;
  onChange(method: ReplyMethod): void;
}

const methods = ['email', 'phone', 'sms'] as const;

export function ReplyMethodField({ inquiry, value, isDisabled, onChange }: ReplyMethodFieldProps) {
  const { email, phone } = inquiry;
  return (
    <fieldset className={`min-w-0 m-0 p-0 border-0 ${styles.methods}`} disabled={isDisabled}>
      <legend>Reply Method</legend>
      <div className="grid grid-cols-3 gap-2">
        {methods.map((method) => (
          <label
            key={method}
            className={`flex items-center gap-2 min-h-control py-0 px-3 border border-line-strong rounded-[0.625rem] text-[0.9375rem] font-semibold cursor-pointer ${styles.option}`}
          >
            <input
              type="radio"
              name="replyMethod"
              value={method}
              checked={method === value}
              disabled={!canUse(method, inquiry)}
              onChange={() => onChange(method)}
            />
            {replyMethodLabel[method]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">
        {value === 'email'
          ? `Your reply is sent to ${email}; their answer goes to your own email address. `
          : `Nothing is sent from here: call or text ${phone} yourself, and your reply is recorded. `}
        {value === 'email' &&
          (phone
            ? 'Phone and SMS replies are only recorded.'
            : 'Phone and SMS replies are only recorded, and this contact left no number.')}
      </p>
    </fieldset>
  );
}
