import { ArrowRight } from 'lucide-react';
import { ButtonLink } from '../controls/Button.tsx';

interface SectionHeadingProps {
  id: string;
  title: string;
  text?: string;
  /** Link to the complete list. */
  link?: { to: string; label: string };
}

export function SectionHeading({ id, title, text, link }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-y-2 gap-x-6 mb-6 max-md:mb-4">
      <div>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {text && <p className="max-w-160 mt-2 text-muted text-pretty">{text}</p>}
      </div>
      {link && (
        <ButtonLink to={link.to} variant="plain" className="-mx-3 whitespace-nowrap print:hidden">
          {link.label}
          <ArrowRight size={18} />
        </ButtonLink>
      )}
    </div>
  );
}
