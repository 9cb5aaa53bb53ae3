import { Heart, Mail, MessageCircle, Phone, Share2 } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { ReportListing } from '#web/features/reports/index.ts';
import { RequestViewingButton } from '#web/features/viewings/index.ts';
import { contactHiddenText, phoneHref } from '#web/lib/contactLinks.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { type ContactProps, shareProperty, useFavoriteToggle } from './pageHooks.ts';
import { fullPrice, summaryRows } from './propertyRows.ts';

export function Sidebar({ property, onContact, onMessage }: ContactProps) {
  const { id, title, images, agent } = property;
  const { user } = useSession();
  const { openChat } = useChat();
  const { isFavorite, toggleFavorite } = useFavoriteToggle(id);
  return (
    <aside aria-label={t('Contact and summary')}>
      <div className="grid gap-2 xl:sticky xl:top-[calc(var(--s-header-height)_+_var(--s-space-4))]">
        <div className="p-6 panel shadow-sm">
          {agent && (
            <div className="flex items-center gap-3 mb-4">
              <Avatar src={agent.avatar_url} size={48} />
              <p className="min-w-0 leading-[1.35] *:block">
                <strong dir="auto">{agent.name}</strong>
                <span className="text-muted text-sm">{t('Real Estate Agent')}</span>
              </p>
            </div>
          )}
          <div className="grid gap-3">
            {agent && (
              <Button className="w-full" onClick={onContact}>
                <Phone size={19} aria-hidden="true" />
                {t('Contact Agent')}
              </Button>
            )}
            {agent && agent.id !== user?.id && (
              <div className="grid grid-cols-[1fr_1fr] gap-3">
                <Button variant="outlined" className="w-full" onClick={onMessage}>
                  <Mail size={18} aria-hidden="true" />
                  {t('Message')}
                </Button>
                <Button
                  variant="outlined"
                  className="w-full"
                  onClick={() => openChat({ agent, property: { id, title, image: images[0] ?? null } })}
                >
                  <MessageCircle size={18} aria-hidden="true" />
                  {t('Chat')}
                </Button>
              </div>
            )}
            <RequestViewingButton property={property} />
            <Button variant="outlined" className="w-full" onClick={toggleFavorite}>
              <Heart className={isFavorite ? 'text-heart fill-heart' : undefined} size={19} aria-hidden="true" />
              {isFavorite ? t('Remove from Favorites') : t('Add to Favorites')}
            </Button>
            <Button variant="outlined" className="w-full" onClick={() => void shareProperty(property)}>
              <Share2 size={18} aria-hidden="true" />
              {t('Share Property')}
            </Button>
          </div>
          <section className="mt-6 pt-6 border-t border-t-line" aria-labelledby="summary-heading">
            <h2 className="mb-2 text-base" id="summary-heading">
              {t('Property Summary')}
            </h2>
            <dl>
              {summaryRows(property).map(({ label, value }) => (
                <div key={label} className="flex justify-between gap-4 py-1.5 text-md">
                  <dt className="text-muted">{label}</dt>
                  <dd className="tabular-nums font-semibold text-right">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
        <ReportListing property={property} />
      </div>
    </aside>
  );
}

type Agent = NonNullable<Property['agent']>;

/** The agent's e-mail and phone, where they are given; none while they are hidden. */
export function contactWays({ email, phone }: Agent, mailHref: string) {
  const mail = email && { name: t('Email'), text: email, href: mailHref, Icon: Mail };
  const call = phone && { name: t('Call'), text: phone, href: phoneHref(phone), Icon: Phone };
  return [mail, call].filter((way) => typeof way === 'object' && way !== null);
}

interface ContactDialogProps {
  property: Property;
  agent: Agent;
  mailHref: string;
  onClose(): void;
}

export function ContactDialog({ property, agent, mailHref, onClose }: ContactDialogProps) {
  return (
    <Dialog title={t('Contact Agent')} onClose={onClose}>
      <div className="flex items-center gap-3">
        <Avatar src={agent.avatar_url} size={64} />
        <p className="min-w-0 leading-[1.4] *:block">
          <strong dir="auto" className="text-lg">
            {agent.name}
          </strong>
          <span className="text-muted text-md">{t('Real Estate Agent')}</span>
        </p>
      </div>
      <div className="flex items-center gap-3 my-4 p-2 rounded-md bg-sunken">
        <span className="flex-none w-19 h-13 overflow-hidden rounded-sm">
          <Picture src={property.images[0]} alt="" sizes="5rem" />
        </span>
        <p className="min-w-0 leading-[1.4] *:block">
          <strong dir="auto" className="overflow-hidden text-md text-ellipsis whitespace-nowrap">
            {property.title}
          </strong>
          <span className="text-muted text-md">
            {fullPrice(property)} · #{property.id}
          </span>
        </p>
      </div>
      <ul className="grid gap-3">
        {contactWays(agent, mailHref)
          .toReversed()
          .map(({ name, text, href, Icon }) => (
            <li key={name}>
              <a
                className="option btn-outlined min-h-15 py-2 px-4 border rounded-md text-ink wrap-anywhere hover:bg-primary-soft"
                href={href}
              >
                <Icon className="flex-none text-primary" size={20} strokeWidth={1.9} />
                <span className="min-w-0 leading-[1.4] *:block">
                  <strong>{name}</strong> <span className="text-muted text-md">{text}</span>
                </span>
              </a>
            </li>
          ))}
      </ul>
      <p className="mt-3 text-muted text-sm">
        {agent.contact_hidden_until
          ? contactHiddenText(agent.contact_hidden_until)
          : t('The email already names the property.')}
      </p>
    </Dialog>
  );
}
