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
        <div className={`notice ${tone}`}>
          <Icon className="flex-none mt-px [color:var(--tone)]" size={18} />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
