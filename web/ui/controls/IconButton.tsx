import type { ComponentProps, ReactNode } from 'react';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> {
  /** What it does, in words. */
  label: string;
  icon: ReactNode;
  variant?: 'plain' | 'outlined' | 'overlay';
  isDangerous?: boolean;
}

/** 44 px to the finger. 'overlay' is for pictures. */
export function IconButton({
  label,
  icon,
  variant = 'plain',
  isDangerous = false,
  className,
  ...button
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...button}
      type="button"
      className={`${styles.button} ${styles[variant]} ${isDangerous ? styles.dangerous : ''} ${className ?? ''}`}
      aria-label={label}
    >
      {icon}
    </button>
  );
}
