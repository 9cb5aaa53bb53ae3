import { Mail, Phone } from 'lucide-react';
import type { Contact } from '#shared/contracts/inquiries.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { ProofBadge } from '#web/ui/display/Badge.tsx';

const WAY =
  'inline-flex items-center gap-1.5 max-w-full min-w-0 min-h-8 font-semibold no-underline hover:underline hover:underline-offset-[0.2em] pointer-coarse:min-h-11 max-md:min-h-11 [&_svg]:flex-none [&_span]:min-w-0 [&_span]:wrap-anywhere';

/** The items of a list of contact data. */
export function ContactWays({ contacts }: { contacts: readonly Contact[] }) {
  return contacts.map(({ kind, value, confirmed }) => {
    const Icon = kind === 'email' ? Mail : Phone;
    return (
      <li key={`${kind} ${value}`} className="flex flex-wrap items-center gap-x-2 min-w-0 max-w-full">
        <a href={kind === 'email' ? emailHref(value) : phoneHref(value)} className={WAY}>
          <Icon size={16} />
          <span>{value}</span>
        </a>
        <ProofBadge isConfirmed={confirmed} />
      </li>
    );
  });
}
