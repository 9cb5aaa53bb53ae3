import { Link, type LinkProps } from '#web/lib/router.tsx';
import { type ButtonLook, buttonClass } from './Button.tsx';

type ButtonLinkProps = Omit<LinkProps, 'className'> & Omit<ButtonLook, 'isDangerous'>;

/** A link that looks like the theme's button: for what leads to a page, where antd's Button is for what acts. */
export function ButtonLink({ variant = 'primary', size = 'medium', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass({ variant, size, className })} />;
}
