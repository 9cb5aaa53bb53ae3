// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskClient, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Site } from '#shared/contracts/site.ts';
import { openComposer } from '#web/features/desk/thread/channels.ts';
import { Thread } from '#web/features/desk/thread/Thread.tsx';
import { undoLast } from '#web/features/desk/undo.ts';
import { discardQueued, flushOutbox, followOutbox, readOutbox } from '#web/features/offline/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { listenToShortcuts } from '#web/lib/shortcuts.ts';
import { siteQuery } from '#web/lib/useSite.ts';
import { clearToasts, toasts } from '#web/ui/dialogs/showToast.ts';
import { aDeskRow } from './aDeskRow.ts';
import { Refusal, renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const drawn = vi.hoisted(() => ({ times: 0 }));
vi.mock('#web/features/desk/thread/Timeline.tsx', () => ({
  Timeline: () => {
    drawn.times += 1;
    return <div role="log" />;
  },
}));

vi.mock('#web/lib/uploadPicture.ts', () => ({
  uploadPicture: vi.fn(),
  uploadFile: async () => ({ id: 31, name: 'plan.pdf', type: 'application/pdf', size: 1_500 }),
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
  attachments: [],
  status: 'new',
  reply_message: null,
  reply_method: null,
  reply_at: null,
  reply_delivery: null,
  follows_id: null,
  by_mail: null,
  created_at: at,
});

const clientOf = (id: number): DeskClient => ({
  row: aDeskRow(id, at, {
    key: `inquiry-${id}`,
    agent: { id: AGENT, name: 'Marco' },
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
  held: [],
});

const entriesOf = (id: number): TimelineEntry[] => [
  { id: `inquiry-${id}`, at, kind: 'inquiry', inquiry: inquiryOf(id) },
];

const replied: TimelineEntry = {
  id: 'reply-1',
  at,
  kind: 'reply',
  inquiry: { ...inquiryOf(1), status: 'replied', reply_method: 'email', reply_delivery: 'sent' },
  reply: {
    id: 1,
    method: 'email',
    message: 'There is.',
    attachments: [],
    delivery: 'sent',
    client_id: null,
    created_at: at,
  },
};

/** The server's answer to a reply. */
let onReply: () => Promise<{ entry: TimelineEntry; row: DeskClient['row'] }>;
/** Whether it holds what is handed over to it; by default it does not. */
let onHandOver: () => Promise<{ entry: null; row: DeskClient['row'] }>;
let handed: Record<string, string>[];
let calls: string[];
let stopKeys: () => void;
let bodies: unknown[];
let notes: unknown[];
const HELD_ID = '11111111-2222-4333-8444-555555555555';
const HELD = `/api/desk/clients/1/replies/${HELD_ID}`;
const onDone = vi.fn();
const onTakenBack = vi.fn();

beforeEach(() => {
  storeSignedIn(AGENT, { role: 'agent', name: 'Marco' });
  drawn.times = 0;
  onDone.mockReset();
  onTakenBack.mockReset();
  bodies = [];
  handed = [];
  notes = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) });
  clearToasts();
  onReply = async () => ({ entry: replied, row: { ...clientOf(1).row, version: 2 } });
  onHandOver = async () => {
    throw new Refusal(404);
  };
  const perClient = [1, 2].flatMap((id) => [
    [`GET /api/desk/clients/${id}`, () => clientOf(id)] as const,
    [`GET /api/desk/clients/${id}/timeline`, () => ({ entries: entriesOf(id), has_older: false })] as const,
  ]);
  calls = stubServer({
    ...Object.fromEntries(perClient),
    'GET /api/auth/profile': () => ({ id: AGENT, name: 'Marco', role: 'agent' }),
    'GET /api/desk/queue': () => ({ rows: [], next: null, counts: {} }),
    'POST /api/desk/clients/1/notes': (body: object) => {
      notes.push(body);
      return { id: notes.length, author: null, created_at: at, updated_at: at, ...body };
    },
    'POST /api/desk/clients/1/replies': (body: unknown) => {
      const given = body as Record<string, string>;
      if (given.not_before) handed.push(given);
      else bodies.push(body);
      return given.not_before ? onHandOver() : onReply();
    },
    [`PUT ${HELD}`]: () => onReply(),
    [`DELETE ${HELD}`]: () => ({ client_id: HELD_ID }),
  });
  stopKeys = listenToShortcuts();
});

afterEach(async () => {
  stopKeys();
  cleanup();
  for (const { id } of await readOutbox(AGENT)) await discardQueued(AGENT, id);
  vi.useRealTimers();
  currentQueryClient().clear();
  sessionStorage.clear();
  localStorage.clear();
});

const boxOf = (id: number) =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Message to Client ${id}` });
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const show = (id: number) => <Thread key={id} clientId={id} onDone={onDone} onTakenBack={onTakenBack} />;

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

it('a talk is noted with the way it was held, and the next note is a plain one', async () => {
  renderInApp(show(1));
  await boxOf(1);
  act(() => openComposer(1, true, 'viber'));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'What you agreed on with Client 1',
  });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'About' }).value).toBe('viber');
  type(box, 'Saturday at ten');
  await sendFrom(box);
  await screen.findByRole('textbox', { name: 'Private note about Client 1' });
  type(await screen.findByRole('textbox', { name: 'Private note about Client 1' }), 'Has a dog');
  await sendFrom(box);
  await waitFor(() => expect(notes).toHaveLength(2));
  expect(notes).toEqual([
    { text: 'Saturday at ten', talked_by: 'viber' },
    { text: 'Has a dog', talked_by: null },
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Email' }));
});

const sent = () => bodies;
/** Moves the clock by this many milliseconds; due replies are sent. */
async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await act(() => flushOutbox(AGENT));
}

it('is held for five seconds, moves on at once, and is sent after that', async () => {
  renderInApp(show(1));
  const box = await boxOf(1);
  type(box, 'There is.');
  await sendFrom(box);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(box.value).toBe('');
  await pass(4_900);
  expect(sent()).toEqual([]);
  await pass(200);
  expect(sent()).toMatchObject([{ channel: 'email', content: 'There is.', inquiry_id: 1 }]);
  expect(await screen.findByText('Reply sent to Client 1')).toBeTruthy();
  expect(await readOutbox(AGENT)).toEqual([]);
  // There is nothing left to take back.
  act(undoLast);
  expect(toasts.get().at(-1)?.text).toBe('There is nothing to undo');
});

const leavesAsking = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('handed over to the server', () => {
  beforeEach(() => {
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(HELD_ID);
    onHandOver = async () => ({ entry: null, row: clientOf(1).row });
  });
  afterEach(() => vi.restoreAllMocks());

  async function write(words: string) {
    renderInApp(show(1));
    const box = await boxOf(1);
    type(box, words);
    await sendFrom(box);
    await waitFor(async () => expect((await readOutbox(AGENT))[0]?.handed).toBe('yes'));
    return box;
  }

  it('it goes out at its time whatever becomes of the page, which leaves without a question', async () => {
    const stop = followOutbox(AGENT);
    await write('There is.');
    expect(handed).toMatchObject([{ channel: 'email', content: 'There is.', client_id: HELD_ID }]);
    const [{ sent_at = '', not_before = '' } = {}] = handed;
    expect(Date.parse(not_before) - Date.parse(sent_at)).toBe(5_000);
    expect(leavesAsking()).toBe(false);
    await pass(5_100);
    // The words are there already.
    expect(sent()).toEqual([]);
    expect(calls).toContain(`PUT ${HELD}`);
    expect(await readOutbox(AGENT)).toEqual([]);
    expect(await screen.findByText('Reply sent to Client 1')).toBeTruthy();
    stop();
  });

  it('taken back, the server does not send it either', async () => {
    const box = await write('There is.');
    act(undoLast);
    await waitFor(() => expect(box.value).toBe('There is.'));
    expect(calls).toContain(`DELETE ${HELD}`);
    expect(await readOutbox(AGENT)).toEqual([]);
    await pass(10_000);
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('an answer overtakes no earlier one to the same client that waits here', async () => {
    vi.mocked(crypto.randomUUID).mockRestore();
    onHandOver = async () => {
      throw new Refusal(503);
    };
    renderInApp(show(1));
    const box = await boxOf(1);
    for (const words of ['There is.', 'Two, in fact.']) {
      type(box, words);
      await sendFrom(box);
      await waitFor(() => expect(box.value).toBe(''));
    }
    await waitFor(async () =>
      expect((await readOutbox(AGENT)).map(({ handed: part }) => part)).toEqual(['maybe', 'no']),
    );
    expect(handed).toMatchObject([{ content: 'There is.' }]);
    await pass(5_100);
    expect(sent()).toMatchObject([{ content: 'There is.' }, { content: 'Two, in fact.' }]);
  });

  it('without an answer the page asks before it goes where nothing is kept', async () => {
    const stop = followOutbox(AGENT);
    onHandOver = () => new Promise(() => undefined);
    renderInApp(show(1));
    const box = await boxOf(1);
    type(box, 'There is.');
    await sendFrom(box);
    await waitFor(() => expect(handed).toHaveLength(1));
    expect(leavesAsking()).toBe(true);
    await pass(5_100);
    expect(sent()).toMatchObject([{ content: 'There is.' }]);
    stop();
  });
});

it('taken back, its words are in the composer again, before what was begun since, and nothing is sent', async () => {
  renderInApp(show(1));
  const box = await boxOf(1);
  type(box, 'There is.');
  await sendFrom(box);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  type(box, 'One more');
  act(undoLast);
  await waitFor(() => expect(onTakenBack).toHaveBeenCalledOnce());
  expect(box.value).toBe('There is.\n\nOne more');
  await pass(10_000);
  expect(sent()).toEqual([]);
  // Sent again it is another message.
  await sendFrom(box);
  await pass(5_100);
  expect(sent()).toHaveLength(1);
});

it('files go along with an answer, come back with it, and never go by telephone', async () => {
  renderInApp(show(1));
  const box = await boxOf(1);
  const files = [new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' })];
  fireEvent.change(screen.getByLabelText('Attach images or PDF files', { selector: 'input' }), {
    target: { files },
  });
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send Email/ });
  await screen.findByText('1.5 KB');
  // A mail has words.
  expect(send().disabled).toBe(true);
  type(box, 'The plan.');
  expect(send().disabled).toBe(false);
  await sendFrom(box);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(screen.queryByRole('button', { name: 'Remove plan.pdf' })).toBeNull();
  act(undoLast);
  await screen.findByRole('button', { name: 'Remove plan.pdf' });
  await sendFrom(box);
  await pass(5_100);
  expect(bodies).toMatchObject([{ channel: 'email', content: 'The plan.', attachment_ids: [31] }]);
  expect(screen.queryByRole('button', { name: 'Remove plan.pdf' })).toBeNull();
});

it('what is refused stays, with the reason; what found no server waits', async () => {
  onReply = async () => {
    throw new Refusal(409);
  };
  renderInApp(show(1));
  const box = await boxOf(1);
  type(box, 'There is.');
  await sendFrom(box);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  await pass(5_100);
  expect(await readOutbox(AGENT)).toMatchObject([{ state: 'refused', detail: 'There is.' }]);
  expect(toasts.get().some(({ text }) => text.startsWith('Message to Client 1:'))).toBe(true);
  onReply = async () => {
    throw new TypeError('Failed to fetch');
  };
  type(box, 'Another');
  await sendFrom(box);
  await pass(5_100);
  expect((await readOutbox(AGENT)).map(({ state }) => state)).toEqual(['refused', 'waiting']);
});

it('keys elsewhere send nothing', async () => {
  renderInApp(show(1));
  type(await boxOf(1), 'Not yet');
  await act(async () => {
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  });
  expect(await readOutbox(AGENT)).toEqual([]);
});

it.each([
  [true, 'To client1@silong.example. Answers appear here.'],
  [false, 'To client1@silong.example. Answers go to your inbox.'],
])('says truly where answers by mail go (mail comes in: %s)', async (answersByMail, words) => {
  currentQueryClient().setQueryData(siteQuery.queryKey, { answersByMail } as Site);
  renderInApp(show(1));
  await boxOf(1);
  expect(await screen.findByText(words)).toBeTruthy();
});
