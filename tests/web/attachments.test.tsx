// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { User } from '#shared/contracts/auth.ts';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { takeFiles } from '#web/features/attachments/index.ts';
import { ConversationView } from '#web/features/conversations/thread/ConversationView.tsx';
import { ReplyDialog } from '#web/features/inquiries/ReplyDialog.tsx';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { uploadFile } from '#web/lib/uploadPicture.ts';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';
import { clearToasts } from '#web/ui/dialogs/showToast.ts';
import { renderInApp } from './rendering.tsx';

vi.mock('#web/lib/uploadPicture.ts', () => ({ uploadFile: vi.fn(), uploadPicture: vi.fn() }));
const shrunk = new Blob(['a small picture'], { type: 'image/webp' });
vi.mock('#web/lib/pictures/preparePictures.ts', async (original) => ({
  ...(await original<object>()),
  createPicturePreparer: () => async () => ({ picture: shrunk, preview: shrunk }),
}));

const upload = vi.mocked(uploadFile);
const ME = 7;
const at = '2026-11-20T04:00:00.000Z';

const conversation: Conversation = {
  id: 9,
  subject: 'Property Inquiry',
  status: 'active',
  participant: {
    id: 8,
    name: 'Marco Lim',
    email: null,
    email_confirmed: false,
    avatar_url: null,
    role: 'agent',
  },
  own_side: 'user',
  property: null,
  last_message: null,
  last_message_at: at,
  unread_count: 0,
  created_at: at,
};

const fileOf = (id: number, change: Partial<Attachment> = {}): Attachment => ({
  id,
  name: `file ${id}.pdf`,
  type: 'application/pdf',
  size: 48_300,
  url: `/api/attachments/${id}`,
  ...change,
});

const messageOf = (id: number, change: Partial<Message> = {}): Message => ({
  id,
  conversationId: 9,
  sender_id: 8,
  sender_type: 'agent',
  sender_name: 'Marco Lim',
  content: `Message ${id}`,
  attachments: [],
  created_at: at,
  read_at: at,
  client_id: null,
  ...change,
});

let messages: Message[];
let sent: Record<string, unknown>[];
let refusal: Response | null;

const ok = (data: unknown) => Response.json({ success: true, data });

beforeEach(() => {
  messages = [messageOf(1)];
  sent = [];
  refusal = null;
  clearToasts();
  upload.mockReset();
  let uploads = 20;
  upload.mockImplementation((async (_call: string, file: Blob, { name = '' } = {}) => {
    uploads += 1;
    const isPicture = file === shrunk;
    return {
      id: uploads,
      name: isPicture ? name.replace(/\.\w+$/, '.webp') : name,
      type: isPicture ? 'image/webp' : 'application/pdf',
      size: 1_500,
    };
  }) as never);
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input).split('?')[0]}`;
    if (call === 'GET /api/conversations/9') return ok(conversation);
    if (call === 'GET /api/conversations/9/messages') return ok(messages);
    if (call === 'PUT /api/conversations/9/read') return ok({ read: 0 });
    if (call === 'GET /api/conversations' || call === 'GET /api/inquiries') return ok([]);
    if (call.startsWith('GET /api/attachments/'))
      return new Response('bytes', { headers: { 'content-type': 'image/webp' } });
    if (init?.method !== 'POST') throw new TypeError('Failed to fetch');
    const body = JSON.parse(String(init.body));
    sent.push(body);
    if (refusal) return refusal.clone();
    const ids: number[] = body.attachment_ids ?? [];
    if (!call.endsWith('/messages')) return ok({ ...inquiry, status: 'replied' });
    const stored = { content: body.content, client_id: body.client_id, attachments: ids.map((id) => fileOf(id)) };
    const message = messageOf(100 + sent.length, { ...stored, sender_id: ME, sender_type: 'user', read_at: null });
    messages.push(message);
    return ok(message);
  };
  const user = { id: ME, role: 'user', name: 'Ana Reyes', email: 'ana@silong.example' } as User;
  storeSession(user, 'token', false);
});

afterEach(() => {
  cleanup();
  for (const draft of ['conversation 9', 'inquiry 5']) takeFiles(draft);
  clearSession();
  currentQueryClient().clear();
  sessionStorage.clear();
  localStorage.clear();
});

const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' });
const photo = new File(['many bytes'], 'door.jpg', { type: 'image/jpeg' });

async function show(): Promise<HTMLTextAreaElement> {
  renderInApp(<ConversationView target={{ conversationId: 9 }} userId={ME} />);
  return screen.findByLabelText<HTMLTextAreaElement>('Message to Marco Lim');
}

const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Attach images or PDF files', { selector: 'input' }), {
    target: { files },
  });
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });
const attached = () => {
  const list = screen.queryAllByRole('list', { name: 'Attached files' }).at(-1);
  return list ? within(list).queryAllByRole('listitem') : [];
};

it('chosen files are uploaded, pictures shrunk, and sent without words', async () => {
  await show();
  choose(pdf('deed.pdf'), photo);
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  expect(upload.mock.calls.map(([call, file]) => [call, file === shrunk])).toEqual([
    ['attachments.create', false],
    ['attachments.create', true],
  ]);
  expect(attached().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('deed.pdf'),
    expect.stringContaining('door.webp'),
  ]);
  fireEvent.click(sendButton());
  await waitFor(() => expect(sent).toMatchObject([{ content: '', attachment_ids: [21, 22] }]));
  await screen.findByRole('button', { name: 'Download file 21.pdf' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove deed.pdf' })).toBeNull());
});

it('a file on its way holds the message up, and shows how far it is', async () => {
  let finish: (() => void) | undefined;
  upload.mockImplementation(((_call: string, _file: Blob, { onProgress }: { onProgress(share: number): void }) => {
    onProgress(0.5);
    return new Promise((resolve) => {
      finish = () => resolve({ id: 5, name: 'deed.pdf', type: 'application/pdf', size: 1_500 });
    });
  }) as never);
  const box = await show();
  choose(pdf('deed.pdf'));
  fireEvent.change(box, { target: { value: 'The deed' } });
  await screen.findByText('50% uploaded');
  await screen.findByText('Uploading 1 file…');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect([sendButton().disabled, sent]).toEqual([true, []]);
  finish?.();
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(sent).toMatchObject([{ content: 'The deed', attachment_ids: [5] }]));
});

it('what will not do says so, and can be taken out or tried again', async () => {
  await show();
  choose(new File(['x'], 'plan.dwg', { type: 'application/acad' }));
  await screen.findByText('File "plan.dwg" is not supported. Please use PDF, PNG, JPG, GIF or WebP.');
  expect(screen.queryByRole('button', { name: 'Upload plan.dwg again' })).toBeNull();
  expect(sendButton().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove plan.dwg' }));
  const large = pdf('large.pdf');
  Object.defineProperty(large, 'size', { value: 10_485_761 });
  choose(large);
  await screen.findByText('File "large.pdf" is too large. Maximum size is 10 MB.');
  fireEvent.click(screen.getByRole('button', { name: 'Remove large.pdf' }));
  expect(upload).not.toHaveBeenCalled();
  upload.mockRejectedValueOnce(new ApiFailure(413, 'storage_full', 'Your images use 100 of 100 MB', []));
  choose(pdf('deed.pdf'));
  await screen.findByText('Your images use 100 of 100 MB');
  fireEvent.click(screen.getByRole('button', { name: 'Upload deed.pdf again' }));
  await waitFor(() => expect(sendButton().disabled).toBe(false));
});

it('a sixth file is refused; pasted and dropped ones are taken', async () => {
  const box = await show();
  const clipboardData = { files: [pdf('pasted.pdf')], types: ['Files'] };
  fireEvent.paste(box, { clipboardData });
  fireEvent.paste(box, { clipboardData: { files: [photo], types: ['text/plain', 'Files'] } });
  fireEvent.drop(box, { dataTransfer: { files: [pdf('dropped.pdf')], types: ['Files'] } });
  await waitFor(() => expect(attached()).toHaveLength(2));
  choose(pdf('3.pdf'), pdf('4.pdf'), pdf('5.pdf'), pdf('6.pdf'));
  await screen.findByText('You can attach at most 5 files');
  expect(attached()).toHaveLength(5);
  const button = screen.getByLabelText<HTMLButtonElement>('Attach images or PDF files', { selector: 'button' });
  expect(button.disabled).toBe(true);
});

it('a message that was not sent has its files again, under the same id', async () => {
  const box = await show();
  choose(pdf('deed.pdf'));
  fireEvent.change(box, { target: { value: 'The deed' } });
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  refusal = Response.json({ success: false, code: 'internal', error: 'Try later' }, { status: 500 });
  fireEvent.click(sendButton());
  await screen.findByText('Not sent. Try later');
  expect(attached()).toHaveLength(1);
  refusal = null;
  fireEvent.click(sendButton());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(sent[0]);
});

it('a picture is shown by the session of its reader, and one that is gone is said to be', async () => {
  messages = [
    messageOf(1, { content: '', attachments: [fileOf(31, { name: 'door.webp', type: 'image/webp' })] }),
    messageOf(2, { content: '' }),
  ];
  await show();
  const tile = await screen.findByRole('button', { name: 'Open the image door.webp' });
  await waitFor(() => expect(tile.querySelector('img')?.src).toMatch(/^blob:/));
  fireEvent.click(tile);
  await screen.findByRole('img', { name: 'door.webp' });
  expect(screen.getByText('This file was deleted.')).toBeDefined();
});

const inquiry = {
  id: 5,
  name: 'Ana Reyes',
  email: 'ana@silong.example',
  phone: '+63 917 555 0102',
  contacts: [],
  property_interest: null,
  property: null,
  message: 'Is it free?',
  attachments: [],
  follows_id: null,
  by_mail: null,
  status: 'new',
  reply_message: null,
  reply_method: null,
  reply_at: null,
  reply_delivery: null,
  created_at: at,
} satisfies Inquiry;

it('a reply to an inquiry takes files by email alone', async () => {
  renderInApp(<ReplyDialog agentId={ME} inquiry={inquiry} onClose={() => undefined} />);
  fireEvent.change(await screen.findByLabelText('Your Reply'), { target: { value: 'It is.' } });
  choose(pdf('plan.pdf'));
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send|Record) Reply$/ });
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(screen.getByLabelText('SMS'));
  await screen.findByText('Files can only be sent by email. Remove them here, or choose Email.');
  expect(button().disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('Email'));
  fireEvent.click(button());
  await waitFor(() =>
    expect(sent).toMatchObject([{ message: 'It is.', replyMethod: 'email', attachment_ids: [21] }]),
  );
});
