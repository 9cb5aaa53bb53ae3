import type { ComponentProps, ReactNode } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> {
  /** Accessible name. */
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'outlined' | 'overlay';
  isDangerous?: boolean;
}

const looks = {
  plain:
    'border-transparent rounded-[0.625rem] bg-transparent enabled:hover:bg-[color-mix(in_srgb,var(--s-text)_7%,transparent)]',
  outlined:
    'border-line-strong rounded-[0.625rem] bg-surface enabled:hover:border-primary enabled:hover:text-primary',
  overlay:
    'border-transparent rounded-full bg-[rgb(255_255_255_/_92%)] shadow-[0_1px_4px_rgb(0_0_0_/_25%)] enabled:hover:bg-white',
};

/** An icon button with a touch target of 44 px. 'overlay' is for pictures. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  isDangerous = false,
  className = '',
  ...button
}: IconButtonProps) {
  const color = variant === 'overlay' ? 'text-[#17211e]' : isDangerous ? 'text-danger' : 'text-ink';
  return (
    <button
      title={label}
      {...button}
      type="button"
      className={`inline-grid flex-none place-items-center w-control h-control p-0 border cursor-pointer transition-colors disabled:text-muted disabled:cursor-not-allowed disabled:opacity-60 ${looks[variant]} ${color} ${className}`}
      aria-label={label}
    >
      {icon}
    </button>
  );
}
