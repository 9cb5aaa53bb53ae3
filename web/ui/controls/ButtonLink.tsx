import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  children: ReactNode;
  variant?: 'primary' | 'outlined' | 'plain';
  size?: 'medium' | 'large';
  className?: string | undefined;
}

/** A link that looks like the theme's button: for what leads to a page, where antd's Button is for what acts. */
export function ButtonLink({
  children,
  variant = 'primary',
  size = 'medium',
  className,
  ...link
}: ButtonLinkProps) {
  return (
    <Link {...link} className={`${styles.button} ${styles[variant]} ${styles[size]} ${className ?? ''}`}>
      {children}
    </Link>
  );
}
