import { describe, expect, test } from 'vitest';
import { profileBody, type User } from '#shared/contracts/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { cropSquare, moveCrop, wholePicture, zoomCrop } from '#web/features/profile/avatarPicture.ts';
import { checkDraft, checkPasswords, toChange, toDraft } from '#web/features/profile/profileDraft.ts';
import { orderedHours } from '#web/lib/workingHours.ts';

const agent: NonNullable<User['agent']> = {
  title: 'Broker',
  bio: null,
  specialization: null,
  location: 'Makati City',
  languages: ['English', 'Filipino'],
  certifications: [],
  achievements: [],
  working_hours: { Sunday: 'By appointment', Monday: '9:00 AM - 6:00 PM', Holidays: 'Closed' },
  experience_years: 12,
  viber: '+63 917 555 0102',
  whatsapp: null,
  messenger: 'ana.reyes',
  license_number: 'PRC-1',
  license_expires_on: null,
  license_checked_at: null,
  license_lapsed_at: null,
  application_status: 'approved',
};

const user: User = {
  id: 1,
  name: 'Ana Reyes',
  email: 'ana@example.com',
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

describe('the profile form', () => {
  test('sends what the server takes, and blank text as nothing', () => {
    const draft = { ...toDraft(user), name: '  Ana Cruz ', phone: '  ' };
    expect(toChange(draft)).toEqual({ name: 'Ana Cruz', phone: null });
  });

  test('of an agent, unchanged, sends what is stored', () => {
    const { application_status, license_expires_on, license_checked_at, license_lapsed_at, ...fields } = agent;
    const change = toChange(toDraft({ ...user, role: 'agent', agent }));
    expect(change).toEqual({ name: 'Ana Reyes', phone: null, contact_email: null, ...fields });
    expect(profileBody.parse(change)).toEqual(change);
  });

  test('leaves out days without hours', () => {
    const draft = toDraft({ ...user, agent });
    const hours = { Monday: ' 8 AM ', Sunday: ' ' };
    const change = toChange({ ...draft, agent: draft.agent && { ...draft.agent, working_hours: hours } });
    expect(change.working_hours).toEqual({ Monday: '8 AM' });
  });

  test('needs a name and a whole number of years', () => {
    const draft = toDraft({ ...user, agent });
    const withYears = (experience_years: string) =>
      checkDraft({ ...draft, agent: draft.agent && { ...draft.agent, experience_years } });
    expect(checkDraft({ ...draft, name: ' ' })).toBe('Name is required');
    expect(withYears('80')).toBeNull();
    expect(withYears('')).toBeNull();
    for (const years of ['81', '-1', '1.5', 'ten']) expect(withYears(years), years).not.toBeNull();
  });
});

test('working hours are shown from Monday on, other days last', () => {
  expect(orderedHours(agent.working_hours).map(([day]) => day)).toEqual(['Monday', 'Sunday', 'Holidays']);
});

describe('cutting a photo', () => {
  const landscape = { width: 3000, height: 2000 };

  test('starts with the largest square in the middle', () => {
    expect(cropSquare(landscape, wholePicture)).toEqual({ left: 500, top: 0, side: 2000 });
    expect(cropSquare({ width: 400, height: 900 }, wholePicture)).toEqual({ left: 0, top: 250, side: 400 });
  });

  test('follows the finger: the picture goes right, the square left', () => {
    const moved = moveCrop(landscape, wholePicture, 0.1, 0);
    expect(cropSquare(landscape, moved)).toEqual({ left: 300, top: 0, side: 2000 });
  });

  test('stops at the edge, and comes back from it at once', () => {
    const atEdge = moveCrop(landscape, wholePicture, 5, 5);
    expect(cropSquare(landscape, atEdge)).toEqual({ left: 0, top: 0, side: 2000 });
    expect(cropSquare(landscape, moveCrop(landscape, atEdge, -0.1, 0)).left).toBeCloseTo(200);
  });

  test('zooms around the middle within bounds, and out again stays inside the picture', () => {
    const near = zoomCrop(landscape, wholePicture, 2);
    expect(cropSquare(landscape, near)).toEqual({ left: 1000, top: 500, side: 1000 });
    expect(zoomCrop(landscape, near, 99).zoom).toBe(4);
    const corner = moveCrop(landscape, near, 9, 9);
    expect(cropSquare(landscape, zoomCrop(landscape, corner, 0.2))).toEqual({ left: 0, top: 0, side: 2000 });
  });
});

test('a new password is typed twice and long enough', () => {
  const draft = { current: 'old one', next: 'new one', confirmation: 'new one' };
  expect(checkPasswords(draft, MIN_PASSWORD_LENGTH)).toBeNull();
  expect(checkPasswords({ ...draft, current: '' }, MIN_PASSWORD_LENGTH)).toBe(
    'Please fill in all required fields',
  );
  expect(checkPasswords({ ...draft, confirmation: 'new two' }, MIN_PASSWORD_LENGTH)).toBe(
    'Passwords do not match',
  );
  expect(checkPasswords({ ...draft, next: '12345', confirmation: '12345' }, MIN_PASSWORD_LENGTH)).toBe(
    'Password must be at least 6 characters',
  );
});
