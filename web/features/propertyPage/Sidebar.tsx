import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, MessageSquare, Phone } from 'lucide-react';
import { chatAppName, chatApps, chatHref } from '#shared/chatApps.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { agentQuery } from '#web/features/agents/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { ReportListing } from '#web/features/reports/index.ts';
import { RequestViewingButton } from '#web/features/viewings/index.ts';
import { contactHiddenText, inNewTab, phoneHref } from '#web/lib/contactLinks.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { AgentHead, type ListingAgent } from './AgentFacts.tsx';
import { type ContactProps, propertyUrl } from './pageHooks.ts';
import { fullPrice, isOnOffer, summaryRows } from './propertyRows.ts';

/** The one column of ways to the agent; on wide screens the facts stand below it. */
export function Sidebar({ property, onContact, onMessage }: ContactProps) {
  const { agent } = property;
  const { user } = useSession();
  const isOwn = agent !== null && agent.id === user?.id;
  return (
    <aside aria-label={t('Contact and summary')}>
      <div className="grid gap-2 xl:sticky xl:top-[calc(var(--s-header-height)_+_var(--s-space-4))]">
        <div className="grid gap-4 p-6 panel shadow-sm max-sm:p-4">
          {agent ? (
            <>
              {/* In one column it stands right below the same facts. */}
              <div className="max-xl:hidden">
                <AgentHead property={property} agent={agent} avatarSize={64} />
              </div>
              <div className="grid gap-3">
                <RequestViewingButton property={property} />
                {!isOwn && (
                  <Button
                    variant={isOnOffer(property) ? 'outlined' : 'primary'}
                    className="w-full"
                    onClick={onMessage}
                  >
                    <MessageSquare size={18} aria-hidden="true" />
                    {t('Message')}
                  </Button>
                )}
                <Button variant="plain" className="justify-self-center" onClick={onContact}>
                  <span>
                    <span className="visuallyHidden">{t('Contact Agent')}: </span>
                    {t('Call or email')}
                  </span>
                </Button>
              </div>
            </>
          ) : (
            <p className="text-muted">{t('This property has no agent right now.')}</p>
          )}
          {/* Narrower screens have these facts above it. */}
          <section
            className="hidden pt-4 border-t border-t-line min-[80rem]:block"
            aria-labelledby="summary-heading"
          >
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

/** The agent's e-mail, chats and phone, where they are given; none while they are hidden. A chat names the listing. */
export function useContactWays(property: Property, { id, name, email, phone }: ListingAgent, mailHref: string) {
  const { data: record } = useQuery({ ...agentQuery(id), retry: false });
  const words = t('Hello {name}, I am interested in {title}: {url}', {
    name,
    title: property.title,
    url: propertyUrl(property.id),
  });
  const mail = email && { name: t('Email'), text: email, href: mailHref, Icon: Mail };
  const chats = chatApps.map((app) => {
    const at = record?.[app];
    const href = at && chatHref(app, at, words);
    return href && { name: t(chatAppName[app]), text: at, href, Icon: MessageCircle };
  });
  const number = phone && phoneHref(phone);
  const call = number && { name: t('Call'), text: phone, href: number, Icon: Phone };
  return [mail, ...chats, call].filter((way) => typeof way === 'object' && way !== null);
}

interface ContactDialogProps {
  property: Property;
  agent: ListingAgent;
  mailHref: string;
  onClose(): void;
}

export function ContactDialog({ property, agent, mailHref, onClose }: ContactDialogProps) {
  const ways = useContactWays(property, agent, mailHref);
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
        {ways.toReversed().map(({ name, text, href, Icon }) => (
          <li key={name}>
            <a
              className="option btn-outlined min-h-15 py-2 px-4 border rounded-md text-ink wrap-anywhere hover:bg-primary-soft"
              href={href}
              {...inNewTab(href)}
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
          : t('An email or a chat already names the property.')}
      </p>
    </Dialog>
  );
}
