import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  kind: 'success' | 'error' | 'info';
  /** Without children, only the live region is rendered, so that screen readers announce later content. */
  children: ReactNode;
}

const looks = {
  success: { Icon: CircleCheck, tone: '[--tone:var(--s-success)]' },
  error: { Icon: CircleAlert, tone: '[--tone:var(--s-danger)] text-danger' },
  info: { Icon: Info, tone: '[--tone:var(--s-info)]' },
};

/** A sentence about a result or a condition, at the related place. */
export function Notice({ kind, children }: NoticeProps) {
  const { Icon, tone } = looks[kind];
  return (
    <div className="empty:absolute" role={kind === 'error' ? 'alert' : 'status'}>
      {children && (
        <div
          className={`flex gap-2.5 py-3 px-3.5 border border-[color-mix(in_srgb,var(--tone)_30%,transparent)] rounded-[0.625rem] bg-[color-mix(in_srgb,var(--tone)_9%,var(--s-surface))] text-sm font-[550] leading-[1.45] ${tone}`}
        >
          <Icon className="flex-none mt-px [color:var(--tone)]" size={18} />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
