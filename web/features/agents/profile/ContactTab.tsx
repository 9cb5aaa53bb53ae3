import { Mail, MessageSquare, MessagesSquare, Phone, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { MessageForm, messageSentText } from '#web/features/inquiries/index.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { SentNote } from '#web/ui/SentNote.tsx';
import styles from './ContactTab.module.css';
import { CopyButton } from './CopyButton.tsx';
import type { WaysToWrite } from './Hero.tsx';
import { Panel } from './Panel.tsx';
import { WorkingHours } from './WorkingHours.tsx';

interface ContactTabProps {
  agent: Agent;
  ways: WaysToWrite | null;
}

export function ContactTab({ agent, ways }: ContactTabProps) {
  const { name, phone, email, license } = agent;
  return (
    <div className="grid content-start gap-4 min-w-0 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:items-start xl:gap-6">
      <div className="grid content-start gap-4 min-w-0">
        <Panel title="Contact Information">
          <ul className={styles.ways}>
            {phone && (
              <Way icon={<Phone size={20} strokeWidth={1.75} />} label="Phone" value={phone}>
                <ButtonLink variant="outlined" to={phoneHref(phone)} aria-label={`Call ${phone}`}>
                  Call
                </ButtonLink>
                <CopyButton text={phone} label="Copy phone number" />
              </Way>
            )}
            <Way icon={<Mail size={20} strokeWidth={1.75} />} label="Email" value={email}>
              <ButtonLink variant="outlined" to={emailHref(email)} aria-label={`Email ${email}`}>
                Email
              </ButtonLink>
              <CopyButton text={email} label="Copy email address" />
            </Way>
          </ul>
          {ways && (
            <div className="grid grid-cols-[1fr_1fr] gap-3 pt-4 border-t border-t-line">
              <Button onClick={ways.onMessage}>
                <MessageSquare size={18} aria-hidden="true" />
                Message
              </Button>
              <Button variant="outlined" onClick={ways.onChat}>
                <MessagesSquare size={18} aria-hidden="true" />
                Chat
              </Button>
            </div>
          )}
        </Panel>
        <Panel title="Office Hours">
          <WorkingHours hours={agent.working_hours} />
        </Panel>
        <p className={`flex gap-3 py-4 px-6 rounded-lg bg-primary-soft text-[0.9375rem] ${styles.verified}`}>
          <ShieldCheck size={24} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <strong>Verified Professional</strong>
            {license
              ? `We checked the license of ${name} with the Professional Regulation Commission on ${formatDay(license.checked_at)}.`
              : `An administrator looked through the application of ${name} before listing them here.`}
          </span>
        </p>
      </div>
      {ways && (
        <Panel title="Quick Contact">
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
    <SentNote title="Message Sent!" text={messageSentText(agent.name)}>
      <Button variant="outlined" onClick={() => setIsSent(false)}>
        Write another message
      </Button>
    </SentNote>
  );
}

interface WayProps {
  icon: ReactNode;
  label: string;
  value: string;
  children: ReactNode;
}

function Way({ icon, label, value, children }: WayProps) {
  return (
    <li>
      <span
        className="grid flex-none place-items-center w-11 h-11 rounded-full bg-primary-soft text-primary"
        aria-hidden="true"
      >
        {icon}
      </span>
      <p className={`flex-[1_1_11rem] min-w-0 leading-[1.4] ${styles.value}`}>
        <span>{label}</span>
        <strong>{value}</strong>
      </p>
      <div className={`flex gap-2 max-sm:flex-[1_1_100%] ${styles.buttons}`}>{children}</div>
    </li>
  );
}
