import type { ComponentProps, ReactNode } from 'react';
import { isSolvingLong } from '#web/lib/challenge.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, type LinkProps } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';

export interface ButtonLook {
  variant?: 'primary' | 'outlined' | 'plain' | undefined;
  /** 'small' is for dense screens; its touch target is as high as the others'. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** For actions that cannot be undone or are directed against a person. */
  isDangerous?: boolean | undefined;
  className?: string | undefined;
}

const looks = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  outlined: 'border-line-strong bg-surface text-ink hover:border-primary hover:text-primary',
  plain: 'border-transparent bg-transparent text-primary hover:bg-primary-soft',
};
const dangerousLooks = {
  primary:
    'border-transparent bg-danger text-surface hover:bg-[color-mix(in_srgb,var(--s-danger)_85%,var(--s-text))]',
  outlined: 'border-line-strong bg-surface text-danger hover:border-danger',
  plain: 'border-transparent bg-transparent text-danger hover:bg-primary-soft',
};
const sizes = {
  small: 'min-h-8 rounded-sm text-[0.8125rem] pointer-coarse:min-h-control',
  medium: 'min-h-control rounded-[0.625rem] text-[0.9375rem]',
  large: 'min-h-13 rounded-md text-base',
};

export function buttonClass(look: ButtonLook): string {
  const { variant = 'primary', size = 'medium', isDangerous = false, className = '' } = look;
  const colors = (isDangerous ? dangerousLooks : looks)[variant];
  const room = variant === 'plain' || size === 'small' ? 'px-3' : size === 'large' ? 'px-6' : 'px-4.5';
  return `inline-flex items-center justify-center gap-2 py-1 border font-semibold leading-[1.2] text-center no-underline cursor-pointer transition-colors disabled:cursor-not-allowed disabled:opacity-60 ${colors} ${sizes[size]} ${room} ${className}`;
}

/** Looks like antd's Button at a hundredth of its size, for the first load. */
export function Button(props: Omit<ComponentProps<'button'>, 'className'> & ButtonLook) {
  const { variant, size, isDangerous, className, type = 'button', children, ...button } = props;
  const isBusy = button['aria-busy'] === true;
  const isSolving = useStore(isSolvingLong, (isLong) => isLong && isBusy);
  return (
    <button {...button} type={type} className={buttonClass({ variant, size, isDangerous, className })}>
      {isSolving ? t('Checking that you are human…') : children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> {
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'outlined' | 'overlay';
  isDangerous?: boolean;
}

const iconLooks = {
  plain:
    'border-transparent rounded-[0.625rem] bg-transparent enabled:hover:bg-[color-mix(in_srgb,var(--s-text)_7%,transparent)]',
  outlined:
    'border-line-strong rounded-[0.625rem] bg-surface enabled:hover:border-primary enabled:hover:text-primary',
  overlay:
    'border-transparent rounded-full bg-[rgb(255_255_255_/_92%)] shadow-[0_1px_4px_rgb(0_0_0_/_25%)] enabled:hover:bg-white',
};

/** An icon button with a touch target of 44 px. 'overlay' is for pictures. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'plain', isDangerous = false, className = '', ...button } = props;
  const color = variant === 'overlay' ? 'text-[#17211e]' : isDangerous ? 'text-danger' : 'text-ink';
  return (
    <button
      title={label}
      {...button}
      type="button"
      className={`inline-grid flex-none place-items-center w-control h-control p-0 border cursor-pointer transition-colors disabled:text-muted disabled:cursor-not-allowed disabled:opacity-60 ${iconLooks[variant]} ${color} ${className}`}
      aria-label={label}
    >
      {icon}
    </button>
  );
}

type ButtonLinkProps = Omit<LinkProps, 'className'> & Omit<ButtonLook, 'isDangerous'>;

/** A link to a page that looks like a button; buttons are for actions. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass({ variant, size, className })} />;
}
