import { Link, type LinkProps } from '#web/lib/router.tsx';
import { type ButtonLook, buttonClass } from './Button.tsx';

type ButtonLinkProps = Omit<LinkProps, 'className'> & Omit<ButtonLook, 'isDangerous'>;

/** A link to a page that looks like a button; buttons are for actions. */
export function ButtonLink({ variant = 'primary', size = 'medium', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass({ variant, size, className })} />;
}
