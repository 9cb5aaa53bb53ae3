import {
  Award,
  BadgeCheck,
  BriefcaseBusiness,
  Check,
  Copy,
  type LucideIcon,
  Mail,
  MapPin,
  MessageCircle,
  MessageSquare,
  MessagesSquare,
  Phone,
  ShieldCheck,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ChatApp, chatAppName, chatApps, chatHref } from '#shared/chatApps.ts';
import type { Agent } from '#shared/contracts/agents.ts';
import { useIsGuest } from '#web/features/auth/index.ts';
import { MessageForm, messageSentText } from '#web/features/inquiries/index.ts';
import { contactHiddenText, emailHref, inNewTab, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { copyText } from '#web/lib/shareLink.ts';
import { dayWords, orderedHours } from '#web/lib/workingHours.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SentNote } from '#web/ui/states/SentNote.tsx';

/** The two ways to write to an agent (an inquiry, a chat); not shown on the own profile. */
export interface WaysToWrite {
  onMessage(): void;
  onChat(): void;
}

export function WriteButtons({ ways: { onMessage, onChat } }: { ways: WaysToWrite }) {
  return (
    <>
      <Button onClick={onMessage}>
        <MessageSquare size={18} />
        {t('Message')}
      </Button>
      <Button variant="outlined" onClick={onChat}>
        <MessagesSquare size={18} />
        {t('Chat')}
      </Button>
    </>
  );
}

export function AboutTab({ agent }: { agent: Agent }) {
  const { name, bio, specialization, location, languages, certifications, achievements } = agent;
  const paragraphs = (bio ?? '').split(/\n{2,}/).filter((text) => text.trim() !== '');
  return (
    <div className="grid gap-4 content-start min-w-0 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="grid gap-4 content-start min-w-0">
        <Panel title={t('About {name}', { name })}>
          <div className="grid gap-3 max-w-168 leading-[1.65]">
            {paragraphs.length > 0 ? (
              paragraphs.map((text) => (
                <p dir="auto" key={text}>
                  {text}
                </p>
              ))
            ) : (
              <p className="text-muted">{t('{name} has not written about themselves yet.', { name })}</p>
            )}
          </div>
        </Panel>
        <Credentials title={t('Certifications')} Icon={BadgeCheck} texts={certifications} />
        <Credentials title={t('Achievements')} Icon={Award} texts={achievements} />
      </div>
      <div className="grid gap-4 content-start min-w-0">
        <Panel title={t('At a Glance')}>
          <dl className="grid grid-cols-1 gap-4">
            <Fact label={t('Specialization')} Icon={BriefcaseBusiness}>
              {specialization && <bdi>{specialization}</bdi>}
            </Fact>
            <Fact label={t('Service Area')} Icon={MapPin}>
              {location && <bdi>{location}</bdi>}
            </Fact>
            {languages.length > 0 && (
              <Fact label={t('Languages')}>
                {languages.map((language) => (
                  <Chip key={language} label={language} />
                ))}
              </Fact>
            )}
          </dl>
        </Panel>
        <Panel title={t('Working Hours')}>
          <WorkingHours hours={agent.working_hours} />
        </Panel>
      </div>
    </div>
  );
}

function Credentials({ title, Icon, texts }: { title: string; Icon: LucideIcon; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="grid gap-3">
        {texts.map((text) => (
          <li key={text} className="flex gap-3">
            <Icon className="flex-none mt-0.5 text-primary" size={20} strokeWidth={1.75} />
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Fact({ label, Icon, children }: { label: string; Icon?: LucideIcon; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="mb-1 text-muted text-sm">{label}</dt>
      <dd className={`flex items-center gap-2 font-semibold ${Icon ? '' : 'flex-wrap mt-2'}`}>
        {Icon && <Icon className="flex-none text-primary" size={18} strokeWidth={1.75} />}
        {children}
      </dd>
    </div>
  );
}

interface ContactTabProps {
  agent: Agent;
  ways: WaysToWrite | null;
  /** Asks a guest to log in. */
  onContact(): void;
}

export function ContactTab({ agent, ways, onContact }: ContactTabProps) {
  const isGuest = useIsGuest();
  const { name, phone, email, license } = agent;
  return (
    <div className="grid content-start gap-4 min-w-0 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:items-start xl:gap-6">
      <div className="grid content-start gap-4 min-w-0">
        <Panel title={t('Contact Information')}>
          <ul className="grid">
            {phone && <Way {...phoneWay(phone)} />}
            {email && <Way {...emailWay(email)} />}
            {chatApps.map((app) => {
              const at = agent[app];
              return at && <Way key={app} {...chatWay(app, at, agent)} />;
            })}
          </ul>
          {isGuest && (
            <Button className="mb-4" variant="outlined" onClick={onContact}>
              {t('Log in to see the phone and email')}
            </Button>
          )}
          {agent.contact_hidden_until && (
            <p className="pb-4 text-muted">{contactHiddenText(agent.contact_hidden_until)}</p>
          )}
          {ways && (
            <div className="grid grid-cols-[1fr_1fr] gap-3 pt-4 border-t border-t-line">
              <WriteButtons ways={ways} />
            </div>
          )}
        </Panel>
        <Panel title={t('Office Hours')}>
          <WorkingHours hours={agent.working_hours} />
        </Panel>
        <p className="flex gap-3 py-4 px-6 rounded-lg bg-primary-soft text-md">
          <ShieldCheck className="flex-none text-primary" size={24} strokeWidth={1.75} />
          <span>
            <strong className="block text-base">{t('Verified Professional')}</strong>
            {license
              ? t('We checked the license of {name} with the Professional Regulation Commission on {day}.', {
                  name,
                  day: formatDay(license.checked_at),
                })
              : t('An administrator reviewed {name}’s application before listing them here.', { name })}
          </span>
        </p>
      </div>
      {ways && !isGuest && (
        <Panel title={t('Quick Contact')}>
          <QuickContact agent={agent} />
        </Panel>
      )}
    </div>
  );
}

function QuickContact({ agent }: { agent: Agent }) {
  const [isSent, setIsSent] = useState(false);
  if (!isSent) return <MessageForm agentId={agent.id} onSent={() => setIsSent(true)} />;
  return (
    <SentNote title={t('Message Sent!')} text={messageSentText(agent.name)}>
      <Button variant="outlined" onClick={() => setIsSent(false)}>
        {t('Write another message')}
      </Button>
    </SentNote>
  );
}

interface WayProps {
  Icon: LucideIcon;
  value: string;
  label: string;
  copyLabel: string;
  /** `to` is null where the value cannot be called. */
  link: { to: string | null; text: string; label: string };
}

const phoneWay = (value: string): WayProps => ({
  Icon: Phone,
  value,
  label: t('Phone'),
  copyLabel: t('Copy phone number'),
  link: { to: phoneHref(value), text: t('Call'), label: t('Call {number}', { number: value }) },
});
const emailWay = (value: string): WayProps => ({
  Icon: Mail,
  value,
  label: t('Email'),
  copyLabel: t('Copy email address'),
  link: { to: emailHref(value), text: t('Email'), label: t('Email {address}', { address: value }) },
});

function chatWay(app: ChatApp, value: string, { id, name }: Agent): WayProps {
  const label = t(chatAppName[app]);
  const url = `${currentPlatform().publicOrigin}/agents/${id}`;
  const words = t('Hello {name}, I found you on Silong: {url}', { name, url });
  return {
    Icon: MessageCircle,
    value,
    label,
    copyLabel: t('Copy {app}', { app: label }),
    link: { to: chatHref(app, value, words), text: t('Chat'), label: t('Chat on {app}', { app: label }) },
  };
}

function Way({ Icon, label, value, copyLabel, link }: WayProps) {
  return (
    <li className="flex flex-wrap items-center gap-y-2 gap-x-3 py-3 border-t border-t-line first:pt-0 first:border-t-0">
      <span className="disc w-11 h-11">
        <Icon size={20} strokeWidth={1.75} />
      </span>
      <p className="flex-[1_1_11rem] min-w-0 leading-[1.4]">
        <span className="block text-muted text-sm">{label}</span>
        <strong className="block font-semibold wrap-anywhere">{value}</strong>
      </p>
      <div className="flex gap-2 max-sm:flex-[1_1_100%]">
        {link.to && (
          <ButtonLink
            variant="outlined"
            className="max-sm:flex-1"
            to={link.to}
            aria-label={link.label}
            {...inNewTab(link.to)}
          >
            {link.text}
          </ButtonLink>
        )}
        <CopyButton text={value} label={copyLabel} />
      </div>
    </li>
  );
}

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', weekday: 'long' });

/** The day of the week in Manila: 'Saturday'. */
export const weekdayInManila = (moment = new Date()) => weekday.format(moment);

export function hoursRows(hours: Record<string, string>, today: string) {
  return orderedHours(hours).map(([day, text]) => ({
    day,
    text,
    isToday: day.toLowerCase() === today.toLowerCase(),
    /** Shown as a badge (specification, part 2 §2). */
    isByAppointment: text.toLowerCase() === 'by appointment',
  }));
}

function WorkingHours({ hours }: { hours: Record<string, string> }) {
  const rows = hoursRows(hours, weekdayInManila());
  if (rows.length === 0) return <p className="text-muted">{t('Contact for availability')}</p>;
  return (
    <dl className="grid text-md">
      {rows.map(({ day, text, isToday, isByAppointment }) => (
        <div
          key={day}
          className={`flex items-center justify-between gap-3 min-h-9.5 -mx-3 px-3 rounded-sm ${isToday ? 'bg-sunken font-[650]' : ''}`}
        >
          <dt>
            {dayWords(day)}
            {isToday && <span className="ml-2 text-primary text-xs font-bold">{t('Today')}</span>}
          </dt>
          <dd className="tabular-nums text-right">
            {isByAppointment ? <Badge tone="primary">{text}</Badge> : text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="min-w-0 p-6 panel max-sm:p-4" aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Specification, part 2 §9. */
const CHECK_MS = 2_000;

function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await copyText(text);
    } catch {
      showToast(t('Your browser did not allow copying. Please select the text instead.'), 'error');
      return;
    }
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(setIsCopied, CHECK_MS, false);
  };

  return (
    <>
      <IconButton
        variant="outlined"
        className="w-12 h-12"
        label={isCopied ? t('Copied') : label}
        icon={isCopied ? <Check className="text-success" size={19} strokeWidth={2.25} /> : <Copy size={18} />}
        onClick={() => void copy()}
      />
      <span className="visuallyHidden" role="status">
        {isCopied && t('Copied to clipboard')}
      </span>
    </>
  );
}
