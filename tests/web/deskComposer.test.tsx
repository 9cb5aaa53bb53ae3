// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeskClient, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { Thread } from '#web/features/desk/thread/Thread.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { listenToShortcuts } from '#web/lib/shortcuts.ts';
import { aDeskRow } from './aDeskRow.ts';
import { Refusal, renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const drawn = vi.hoisted(() => ({ times: 0 }));
vi.mock('#web/features/desk/thread/Timeline.tsx', () => ({
  Timeline: () => {
    drawn.times += 1;
    return <div role="log" />;
  },
}));

const AGENT = 2;
const at = '2026-11-20T04:00:00.000Z';

const inquiryOf = (id: number): Inquiry => ({
  id,
  name: `Client ${id}`,
  email: `client${id}@silong.example`,
  phone: null,
  contacts: [],
  property_interest: null,
  property: null,
  message: 'Is there parking?',
  status: 'new',
  reply_message: null,
  reply_method: null,
  reply_at: null,
  reply_delivery: null,
  created_at: at,
});

const clientOf = (id: number): DeskClient => ({
  row: aDeskRow(id, at, {
    key: `inquiry-${id}`,
    user_id: null,
    waiting_for: 'inquiry',
    last: { kind: 'inquiry', by: 'client', text: 'Is there parking?', at },
  }),
  contacts: [],
  budget_min: null,
  budget_max: null,
  wishes: null,
  notes: [],
  viewings: [],
  looked_at: [],
  saved: [],
  conversations: [],
});

const entriesOf = (id: number): TimelineEntry[] => [
  { id: `inquiry-${id}`, at, kind: 'inquiry', inquiry: inquiryOf(id) },
];

/** What the server does with a reply. */
let onReply: () => Promise<Inquiry>;
let calls: string[];
let stopKeys: () => void;
const onDone = vi.fn();

beforeEach(() => {
  storeSignedIn(AGENT, { role: 'agent', name: 'Marco' });
  drawn.times = 0;
  onDone.mockReset();
  onReply = async () => ({
    ...inquiryOf(1),
    status: 'replied',
    reply_method: 'email',
    reply_delivery: 'sent',
  });
  const perClient = [1, 2].flatMap((id) => [
    [`GET /api/desk/clients/${id}`, () => clientOf(id)] as const,
    [`GET /api/desk/clients/${id}/timeline`, () => ({ entries: entriesOf(id), has_older: false })] as const,
  ]);
  calls = stubServer({
    ...Object.fromEntries(perClient),
    'GET /api/auth/profile': () => ({ id: AGENT, name: 'Marco', role: 'agent' }),
    'POST /api/agents/2/contacts/1/reply': () => onReply(),
  });
  stopKeys = listenToShortcuts();
});

afterEach(() => {
  stopKeys();
  cleanup();
  currentQueryClient().clear();
  sessionStorage.clear();
  localStorage.clear();
});

const boxOf = (id: number) =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Message to Client ${id}` });
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const show = (id: number) => <Thread key={id} clientId={id} onDone={onDone} />;

async function sendFrom(box: HTMLElement): Promise<void> {
  await act(async () => {
    box.focus();
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  });
}

it('typing draws nothing of the timeline anew', async () => {
  renderInApp(show(1));
  const box = await boxOf(1);
  const before = drawn.times;
  expect(before).toBeGreaterThan(0);
  for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello']) type(box, text);
  expect(box.value).toBe('Hello');
  expect(drawn.times).toBe(before);
});

it('what is half written stays with its client, and a note apart from an answer', async () => {
  const { unmount } = renderInApp(show(1));
  type(await boxOf(1), 'For the first');
  unmount();
  const second = renderInApp(show(2));
  expect((await boxOf(2)).value).toBe('');
  second.unmount();
  renderInApp(show(1));
  expect((await boxOf(1)).value).toBe('For the first');
  fireEvent.click(screen.getByRole('radio', { name: 'Note' }));
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Private note about Client 1',
  });
  expect(note.value).toBe('');
  type(note, 'Has a dog');
  fireEvent.click(screen.getByRole('radio', { name: 'Email' }));
  expect((await boxOf(1)).value).toBe('For the first');
});

it('what could not be sent is back where it was written, and is sent once it is sent again', async () => {
  onReply = async () => {
    throw new Refusal(500);
  };
  renderInApp(show(1));
  const box = await boxOf(1);
  type(box, 'There is.');
  await sendFrom(box);
  expect((await screen.findByRole('alert')).textContent).toContain('Not sent. Something went wrong');
  expect(box.value).toBe('There is.');
  expect(onDone).not.toHaveBeenCalled();

  onReply = async () => ({
    ...inquiryOf(1),
    status: 'replied',
    reply_method: 'email',
    reply_delivery: 'sent',
  });
  await sendFrom(box);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(box.value).toBe('');
  expect(calls.filter((call) => call.endsWith('/reply'))).toHaveLength(2);
});

it('who went on to somebody else is not moved on once more', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  onReply = async () => {
    await answered;
    return { ...inquiryOf(1), status: 'replied', reply_method: 'email', reply_delivery: 'sent' };
  };
  const { unmount } = renderInApp(show(1));
  const box = await boxOf(1);
  type(box, 'There is.');
  await sendFrom(box);
  unmount();
  renderInApp(show(2));
  await boxOf(2);
  await act(async () => answer());
  expect(await screen.findByText('Reply sent to Client 1')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

it('keys elsewhere send nothing', async () => {
  renderInApp(show(1));
  type(await boxOf(1), 'Not yet');
  await act(async () => {
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  });
  expect(calls.some((call) => call.endsWith('/reply'))).toBe(false);
});
