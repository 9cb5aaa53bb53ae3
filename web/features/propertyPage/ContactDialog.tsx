import { Mail, Phone } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './ContactDialog.module.css';
import { fullPrice } from './propertyRows.ts';

interface ContactDialogProps {
  property: Property;
  agent: NonNullable<Property['agent']>;
  mailHref: string;
  onClose(): void;
}

export function ContactDialog({ property, agent, mailHref, onClose }: ContactDialogProps) {
  return (
    <Dialog title="Contact Agent" onClose={onClose}>
      <div className="flex items-center gap-3">
        <Avatar src={agent.avatar_url} size={64} />
        <p className={styles.lines}>
          <strong className="text-lg">{agent.name}</strong>
          <span>Real Estate Agent</span>
        </p>
      </div>
      <div className="flex items-center gap-3 my-4 p-2 rounded-md bg-sunken">
        <span className="flex-none w-19 h-13 overflow-hidden rounded-sm">
          <Picture src={property.images[0]} alt="" sizes="5rem" />
        </span>
        <p className={styles.lines}>
          <strong className="overflow-hidden text-[0.9375rem] text-ellipsis whitespace-nowrap">
            {property.title}
          </strong>
          <span>
            {fullPrice(property)} · #{property.id}
          </span>
        </p>
      </div>
      <ul className="grid gap-3">
        {agent.phone && (
          <li>
            <a className={styles.way} href={phoneHref(agent.phone)}>
              <Phone size={20} strokeWidth={1.9} aria-hidden="true" />
              <span className={styles.lines}>
                <strong>Call</strong> <span>{agent.phone}</span>
              </span>
            </a>
          </li>
        )}
        <li>
          <a className={styles.way} href={mailHref}>
            <Mail size={20} strokeWidth={1.9} aria-hidden="true" />
            <span className={styles.lines}>
              <strong>Email</strong> <span>{agent.email}</span>
            </span>
          </a>
        </li>
      </ul>
      <p className="mt-3 text-muted text-sm">The email already says which property it is about.</p>
    </Dialog>
  );
}
