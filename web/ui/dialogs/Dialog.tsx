import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { DIALOG_FIELD, useKeptKeys } from '#web/lib/keptKeys.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { IconButton } from '../controls/Button.tsx';
import { ErrorBoundary } from '../states/ErrorBoundary.tsx';
import { type ModalOptions, useModal } from './useModal.tsx';

interface DialogProps extends Omit<ModalOptions, 'isOpen' | 'hasToasts'> {
  title: string;
  /** Id of the question, which is read out with the title. */
  describedBy?: string;
  children: ReactNode;
  /**
   * 'wide' has room for two fields side by side, 'large' for a record, 'full' for a long form, whose content gets the
   * remaining height and scrolls. 'drawer' is the same at the side, over a list.
   */
  size?: 'medium' | 'wide' | 'large' | 'full' | 'drawer';
}

/** Content of a dialog that shows a record. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 wrap-break-word">{children}</div>;
}

/** Actions on the record, which stay visible while it scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 mt-4 py-3 border-t border-line bg-surface max-sm:gap-2 max-sm:[&>:is(button,a)]:flex-1 max-sm:[&>:is(button,a)]:px-2">
      {children}
    </div>
  );
}

/** Classes of a dialog that is a bottom sheet on phones. */
const sheet =
  'max-h-[calc(100dvh_-_2rem)] overflow-auto rounded-lg max-sm:w-full max-sm:max-w-none max-sm:mb-0 max-sm:rounded-b-none';
const sizes = {
  medium: `w-[min(27.5rem,calc(100vw_-_2rem))] ${sheet}`,
  wide: `w-[min(35rem,calc(100vw_-_2rem))] ${sheet}`,
  large: `w-[min(48rem,calc(100vw_-_2rem))] ${sheet}`,
  drawer:
    'w-[min(46rem,100vw)] max-w-none h-dvh max-h-none m-0! ml-auto! overflow-hidden rounded-l-lg max-lg:rounded-none',
  // A long form fills a small screen.
  full: 'w-[min(62rem,calc(100vw_-_3rem))] h-[calc(100dvh_-_3rem)] max-h-248 overflow-hidden rounded-lg max-lg:w-full max-lg:max-w-none max-lg:h-dvh max-lg:max-h-none max-lg:m-0 max-lg:rounded-none',
};

const FIELDS = 'form :is(input:not([type="hidden"], [type="file"]), textarea, select)';

const TYPED = 'form :is(input[type="text"], textarea)';

/** Open while it is rendered. If its content fails, the frame and the close button stay. */
export function Dialog({ title, describedBy, children, size = 'medium', ...options }: DialogProps) {
  const { props, close, layer } = useModal(options);
  const { ref } = props;
  const titleId = useId();
  const isFull = size === 'full' || size === 'drawer';
  useEffect(() => {
    // Focuses the form on desktops only, as a phone's keyboard would cover it.
    if (matchesMedia('finePointer')) ref.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [ref]);
  useKeptKeys(DIALOG_FIELD, () => ref.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(TYPED));

  return (
    <dialog
      {...props}
      className={`m-auto p-0 border-0 bg-surface shadow-lg text-ink ${size === 'drawer' ? 'open:animate-slide' : 'open:animate-rise'} backdrop:bg-[rgb(10_16_14_/_55%)] ${sizes[size]}`}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      <div
        className={
          isFull
            ? 'grid grid-rows-[auto_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] h-full'
            : 'pt-4 px-6 pb-6 max-sm:px-4 max-sm:pb-[calc(var(--s-space-5)_+_env(safe-area-inset-bottom))]'
        }
      >
        <div
          className={`flex items-center justify-between ${isFull ? 'py-3 pr-3.5 pl-6 border-b border-b-line max-lg:py-2 max-lg:pr-1.5 max-lg:pl-4' : '-mr-2.5 mb-3'}`}
        >
          <h2 id={titleId}>{title}</h2>
          <IconButton label={t('Close')} icon={<X size={22} />} disabled={options.isLocked} onClick={close} />
        </div>
        <ErrorBoundary headingLevel={3}>{children}</ErrorBoundary>
      </div>
      {layer}
    </dialog>
  );
}
