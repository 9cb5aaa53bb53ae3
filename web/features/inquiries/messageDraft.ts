import type { z } from 'zod';
import type { User } from '#shared/contracts/auth.ts';
import type { contactBody, propertyInterests } from '#shared/contracts/inquiries.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { Problems } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';

export type PropertyInterest = (typeof propertyInterests)[number];
type MessageBody = z.input<typeof contactBody>;

/** The listing that a message is about. */
export type AboutProperty = Pick<
  Property,
  'id' | 'title' | 'type' | 'price' | 'listing_type' | 'images' | 'location'
>;

interface MessageDraft {
  name: string;
  email: string;
  phone: string;
  message: string;
  property_interest: PropertyInterest | '';
}

export const interestLabel: Record<PropertyInterest, Message> = {
  apartment: msg('Apartment'),
  house: msg('House'),
  condo: msg('Condominium'),
  commercial: msg('Commercial'),
  land: msg('Land'),
  other: msg('Other'),
};

const interestOf: Record<PropertyType, PropertyInterest> = {
  apartment: 'apartment',
  house: 'house',
  condo: 'condo',
  duplex: 'house',
  office: 'commercial',
  commercial: 'commercial',
  land: 'land',
};

/** The form with known data filled in; about a listing also with a first sentence. */
export function emptyMessage(user: User | null, property?: AboutProperty): MessageDraft {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    message: property
      ? t('Hello, I am interested in {title}. Is it still available?', { title: property.title })
      : '',
    property_interest: property ? interestOf[property.type] : '',
  };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Specification, part 2 §5: name, e-mail and message are required. */
export function checkMessage({ name, email, message }: MessageDraft): Problems<MessageDraft> {
  const problems: Problems<MessageDraft> = {};
  if (name.trim() === '') problems.name = t('Name is required');
  if (email.trim() === '') problems.email = t('Email is required');
  else if (!EMAIL.test(email.trim())) problems.email = t('Invalid email format');
  if (message.trim() === '') problems.message = t('Message is required');
  return problems;
}

export function toMessageBody(draft: MessageDraft, propertyId: number | null): MessageBody {
  const { name, email, phone, message, property_interest } = draft;
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim() || null,
    message: message.trim(),
    property_interest,
    property_id: propertyId,
  };
}

export const messageSentText = (agentName: string) =>
  t('{agentName} will answer by email or phone.', { agentName });
