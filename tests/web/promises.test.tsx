// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Agent } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { MessageForm } from '#web/features/inquiries/MessageForm.tsx';
import { ReplyDialog } from '#web/features/inquiries/ReplyDialog.tsx';
import { ContactDialog } from '#web/features/propertyPage/Sidebar.tsx';
import { reviewsQuery } from '#web/features/reviews/queries.ts';
import { ReviewsTab } from '#web/features/reviews/ReviewsTab.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';
import { clearToasts } from '#web/ui/dialogs/showToast.ts';
import { renderInApp } from './rendering.tsx';

const AGENT = 8;
const at = '2026-11-20T04:00:00.000Z';
const agent = { id: AGENT, name: 'Marco Lim', email: 'marco@silong.example', rating: 5, review_count: 1 } as Agent;

interface Sent {
  call: string;
  key: string | null;
  body: Record<string, unknown> | undefined;
}
let sent: Sent[];
/** The server's answers by call; a call without one gets no answer. */
let answers: Record<string, (body: Sent['body']) => Response>;

const ok = (data: unknown) => Response.json({ success: true, data });
const refuse = (code: string, error = 'x') => Response.json({ success: false, code, error }, { status: 409 });
const of = (call: string) => sent.filter((one) => one.call === call);

beforeEach(() => {
  sent = [];
  answers = {};
  clearToasts();
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
    const body = init?.body ? JSON.parse(String(init.body)) : undefined;
    sent.push({ call, key: new Headers(init?.headers).get('idempotency-key'), body });
    const answer = answers[call];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer(body);
  };
});

afterEach(() => {
  cleanup();
  clearSession();
  currentQueryClient().clear();
  sessionStorage.clear();
  localStorage.clear();
});

const signIn = (id: number, role: User['role']) =>
  storeSession({ id, role, name: 'Maria Santos', email: 'maria@silong.example' } as User, 'token', false);
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } });
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('a guest’s message whose answer was lost is sent again under its key, and is sent', async () => {
  const call = `POST /api/agents/${AGENT}/contact`;
  let isSent = false;
  renderInApp(<MessageForm agentId={AGENT} onSent={() => (isSent = true)} />);
  type('Your Name', 'Ana Reyes');
  type('Email', 'ana@silong.example');
  type('Message', 'Is it free?');
  await press('Send Message');
  await screen.findByText('Network error. Please try again.');
  answers[call] = () => refuse('already_applied');
  await press('Send Message');
  await waitFor(() => expect(isSent).toBe(true));
  const [first, second, ...more] = of(call);
  expect(more).toEqual([]);
  expect(first?.key).toMatch(/^[\w-]{8,64}$/);
  expect(second?.key).toBe(first?.key);
});

const inquiry = {
  id: 5,
  name: 'Ana Reyes',
  email: 'ana@silong.example',
  phone: null,
  contacts: [],
  property_interest: null,
  property: null,
  message: 'Is it free?',
  attachments: [],
  status: 'new',
  reply_message: null,
  reply_method: null,
  reply_at: null,
  reply_delivery: null,
  follows_id: null,
  by_mail: null,
  created_at: at,
} satisfies Inquiry;

it('a reply is kept while it is written, and answered once in a browser', async () => {
  signIn(AGENT, 'agent');
  let isClosed = false;
  const show = () =>
    renderInApp(<ReplyDialog agentId={AGENT} inquiry={inquiry} onClose={() => (isClosed = true)} />);
  const { unmount } = show();
  type('Your Reply', 'Yes, it is');
  unmount();
  // As after a reload.
  show();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your Reply').value).toBe('Yes, it is'));
  await press(/^Send/);
  await screen.findByText('Network error. Please try again.');
  const call = `POST /api/agents/${AGENT}/contacts/5/reply`;
  answers[call] = () => refuse('already_applied');
  await press(/^Send/);
  await waitFor(() => expect(isClosed).toBe(true));
  expect(of(call).map(({ key }) => key)).toEqual([of(call)[0]?.key, of(call)[0]?.key]);
  cleanup();
  show();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your Reply').value).toBe('');
});

function Reviews() {
  return <ReviewsTab agent={agent} query={useQuery(reviewsQuery(AGENT))} />;
}

it('an answer under a rewritten review says so, and the next one names the words that it answers', async () => {
  signIn(AGENT, 'agent');
  let review: Review = {
    id: 1,
    reviewer_name: 'Ana Reyes',
    reviewer_avatar_url: null,
    reviewer_email: null,
    reviewer_phone: null,
    rating: 1,
    comment: 'They kept the deposit.',
    created_at: at,
    updated_at: '2026-11-21T04:00:00.000Z',
    is_own: false,
    verified: true,
    counted: true,
    version: 2,
    answer: 'Thank you!',
    answered_at: at,
    answered_version: 1,
  };
  const call = `PUT /api/agents/${AGENT}/reviews/1/answer`;
  answers[`GET /api/agents/${AGENT}/reviews`] = () => ok([review]);
  answers[call] = (body) => {
    if (body?.expected_version === 3) return ok({ ...review, answered_version: 3 });
    review = { ...review, version: 3, comment: 'They kept half of it.' };
    return refuse('changed_meanwhile', 'It now says: They kept half of it.');
  };
  renderInApp(<Reviews />);
  await screen.findByText('Given to an earlier version of this review');
  await press('Edit your answer to Ana Reyes');
  await screen.findByLabelText('Your Answer');
  type('Your Answer', 'It was paid back.');
  await press('Save Answer');
  await screen.findByText('It now says: They kept half of it.');
  await screen.findByText('They kept half of it.');
  await press('Save Answer');
  await waitFor(() => expect(of(call).map(({ body }) => body?.expected_version)).toEqual([2, 3]));
});

it('the ways to an agent open a chat that names the listing, beside phone and email', async () => {
  signIn(1, 'user');
  answers[`GET /api/agents/${AGENT}`] = () =>
    ok({ ...agent, viber: '+63 917 555 0102', whatsapp: null, messenger: 'marco.lim' });
  const property = {
    id: 7,
    title: 'Loft in Poblacion',
    price: 4_500_000,
    listing_type: 'sale',
    images: [],
    agent: { id: AGENT, name: 'Marco Lim', email: 'marco@silong.example', phone: '+63 917 555 0100' },
  } as unknown as Property;
  const listed = property.agent as NonNullable<Property['agent']>;
  renderInApp(<ContactDialog property={property} agent={listed} mailHref="mailto:x" onClose={() => {}} />);
  const viber = await screen.findByRole<HTMLAnchorElement>('link', { name: /Viber/ });
  expect(viber.getAttribute('href')).toMatch(
    /^viber:\/\/chat\?number=%2B639175550102&draft=.*Loft%20in%20Poblacion/,
  );
  const messenger = screen.getByRole<HTMLAnchorElement>('link', { name: /Messenger/ });
  expect(decodeURIComponent(messenger.href)).toContain('/properties/7');
  expect(messenger).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
  expect(screen.getByRole('link', { name: /Call/ })).toBeDefined();
});
