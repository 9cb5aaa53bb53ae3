import { describe, expect, it } from 'vitest';
import { applicationBody } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import { contactBody, propertyInterests } from '#shared/contracts/inquiries.ts';
import { reviewBody } from '#shared/contracts/reviews.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { checkApplication, emptyApplication, toApplicationBody } from '#web/features/agents/ApplicationDialog.tsx';
import { interestLabel } from '#web/features/inquiries/inquiryRules.ts';
import {
  type AboutProperty,
  checkMessage,
  emptyMessage,
  toMessageBody,
} from '#web/features/inquiries/MessageForm.tsx';
import { checkReview, emptyReview } from '#web/features/reviews/ReviewForms.tsx';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';

const user: User = {
  id: 7,
  name: 'Bea Marquez',
  email: 'bea@silong.example',
  contact_email: null,
  role: 'user',
  admin_role: null,
  status: 'active',
  email_verified: true,
  pending_email: null,
  phone: null,
  phone_verified: false,
  avatar_url: null,
  language: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  agent: null,
};

const duplex: AboutProperty = {
  id: 12,
  title: 'Twin Homes',
  type: 'duplex',
  price: 9_000_000,
  listing_type: 'sale',
  images: [],
  location: { address: '1 Acacia', city: 'Pasig', province: 'Metro Manila', coordinates: null },
};

describe('a message to an agent', () => {
  it('starts with what is known of the sender', () => {
    expect(emptyMessage(user)).toMatchObject({
      name: 'Bea Marquez',
      email: 'bea@silong.example',
      phone: '',
      message: '',
    });
    expect(emptyMessage(null)).toMatchObject({ name: '', email: '' });
  });

  it('begins by itself when it is about a listing', () => {
    const draft = emptyMessage(null, duplex);
    expect(draft.message).toContain('Twin Homes');
    expect(draft.property_interest).toBe('house');
  });

  it('offers an interest the server knows for every kind of listing', () => {
    for (const type of propertyTypes)
      expect(propertyInterests).toContain(emptyMessage(null, { ...duplex, type }).property_interest);
    expect(Object.keys(interestLabel)).toEqual([...propertyInterests]);
  });

  it('needs a name, an e-mail and a message', () => {
    expect(checkMessage(emptyMessage(null))).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      message: 'Message is required',
    });
    expect(checkMessage({ ...emptyMessage(user), message: '  ' })).toEqual({
      message: 'Message is required',
    });
    expect(checkMessage({ ...emptyMessage(user), email: 'bea@silong', message: 'Hello' })).toEqual({
      email: 'Invalid email format',
    });
    expect(checkMessage({ ...emptyMessage(user), message: 'Hello' })).toEqual({});
  });

  it('is sent as the contract takes it', () => {
    const draft = { ...emptyMessage(user), message: ' Hello ' };
    expect(contactBody.parse(toMessageBody(draft, null))).toEqual({
      name: 'Bea Marquez',
      email: 'bea@silong.example',
      phone: null,
      message: 'Hello',
      property_interest: null,
      property_id: null,
    });
    expect(contactBody.parse(toMessageBody(emptyMessage(user, duplex), duplex.id))).toMatchObject({
      property_interest: 'house',
      property_id: 12,
    });
  });
});

describe('what is said of a failure', () => {
  const say = (error: unknown) => failureSentence(error, 'Failed to send message');

  it('is the server’s own sentence, where it has one', () => {
    expect(say(new ApiFailure(404, 'not_found', 'Agent not found', []))).toBe('Agent not found');
    expect(say(new ApiFailure(502, 'bad_answer', 'The server sent an unexpected response.', []))).toBe(
      'Failed to send message',
    );
    expect(say(new ApiFailure(500, 'internal', '', []))).toBe('Failed to send message');
    expect(say(new TypeError('undefined is not a function'))).toBe('Failed to send message');
  });

  it('is the network’s fault when there was no answer', () => {
    expect(say(new NetworkFailure('Failed to fetch'))).toBe('Network error. Please try again.');
  });
});

describe('an application', () => {
  it('needs the license number only', () => {
    expect(checkApplication(emptyApplication(user))).toEqual({
      license_number: 'License number is required',
    });
    expect(checkApplication({ ...emptyApplication(user), license_number: 'PRC 1' })).toEqual({});
  });

  it('takes whole years a person can have worked', () => {
    const years = (text: string) =>
      checkApplication({ ...emptyApplication(user), license_number: 'PRC 1', experience_years: text });
    for (const wrong of ['-1', '2.5', '81', 'ten']) expect(years(wrong)).toHaveProperty('experience_years');
    for (const right of ['', '0', ' 80 ']) expect(years(right)).toEqual({});
  });

  it('is sent as the contract takes it', () => {
    const draft = {
      ...emptyApplication(user),
      license_number: ' PRC 0012345 ',
      experience_years: '5',
      languages: 'English, Filipino,, English ,Cebuano',
    };
    expect(applicationBody.parse(toApplicationBody(draft))).toEqual({
      license_number: 'PRC 0012345',
      title: null,
      bio: null,
      specialization: null,
      location: null,
      languages: ['English', 'Filipino', 'Cebuano'],
      experience_years: 5,
      phone: null,
    });
  });
});

describe('a review', () => {
  it('starts at five stars without a word, or as it was', () => {
    expect(emptyReview(undefined)).toEqual({ rating: 5, comment: '' });
    const own = {
      id: 1,
      reviewer_name: 'Bea Marquez',
      reviewer_email: null,
      reviewer_phone: null,
      reviewer_avatar_url: null,
      rating: 2,
      comment: 'Late twice.',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      is_own: true,
      verified: false,
      counted: true,
      version: 1,
      answer: null,
      answered_at: null,
      answered_version: null,
    };
    expect(emptyReview(own)).toEqual({ rating: 2, comment: 'Late twice.' });
  });

  it('needs a comment, in the words of the server', () => {
    const refused = reviewBody.safeParse({ rating: 5, comment: ' ' });
    expect(checkReview({ rating: 5, comment: ' ' })).toEqual({
      comment: refused.error?.issues[0]?.message,
    });
    expect(checkReview({ rating: 1, comment: 'Kind.' })).toEqual({});
  });
});

it('links to the telephone and to the mail program', () => {
  expect(phoneHref('+63 (927) 346-7263')).toBe('tel:+639273467263');
  expect(emailHref('a+b@silong.example', 'Hello & more')).toBe(
    'mailto:a%2Bb@silong.example?subject=Hello%20%26%20more',
  );
});
