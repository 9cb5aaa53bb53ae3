import type { ComponentProps, ReactNode } from 'react';
import { isSolvingLong } from '#web/lib/challenge.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, type LinkProps } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';

export interface ButtonLook {
  /** 'accent' is the brand's yellow, on dark ground. */
  variant?: 'primary' | 'outlined' | 'plain' | 'accent' | undefined;
  /** 'small' is for dense screens; its touch target is as high as the others'. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** For actions that cannot be undone or are directed against a person. */
  isDangerous?: boolean | undefined;
  className?: string | undefined;
}

/** In full, as the first style sheet has the rules whose names stand in the code. */
const sizes = { small: 'btn-small', medium: 'btn-medium', large: 'btn-large' };
const looks = { primary: 'btn-primary', outlined: 'btn-outlined', plain: 'btn-plain', accent: 'btn-accent' };
const dangerousLooks: typeof looks = {
  primary: 'btn-danger-primary',
  outlined: 'btn-danger-outlined',
  plain: 'btn-danger-plain',
  accent: 'btn-danger-primary',
};

export function buttonClass(look: ButtonLook): string {
  const { variant = 'primary', size = 'medium', isDangerous = false, className = '' } = look;
  return `btn ${sizes[size]} ${(isDangerous ? dangerousLooks : looks)[variant]} ${className}`;
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
  plain: 'icon-btn-plain',
  outlined: 'icon-btn-outlined',
  overlay: 'icon-btn-overlay',
};

/** An icon button with a touch target of 44 px. 'overlay' is for pictures. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'plain', isDangerous = false, className = '', ...button } = props;
  return (
    <button
      title={label}
      {...button}
      type="button"
      className={`icon-btn ${iconLooks[variant]} ${isDangerous ? 'icon-btn-danger' : ''} ${className}`}
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
