import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { ChatProvider } from '#web/features/conversations/index.ts';
import { ConversationList } from '#web/features/conversations/list/ConversationList.tsx';
import { cacheMessage } from '#web/features/conversations/live.ts';
import { ClientMessages } from '#web/features/inquiries/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { ReviewsTab, reviewsQuery } from '#web/features/reviews/index.ts';
import { ViewingsTab } from '#web/features/viewings/calendar/ViewingsTab.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp, storeSignedIn } from './rendering.tsx';

// @vitest-environment happy-dom

const OWN_ID = 7;
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

type Answer = (query: URLSearchParams) => unknown;
let calls: string[];

/** Answers GET requests by path; a path that is missing does not answer. */
function serve(answers: Record<string, Answer>): void {
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), 'http://localhost');
    calls.push(url.pathname + url.search);
    const answer = answers[url.pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: answer(url.searchParams) });
  };
}

/** The latest of a list, or the entries after a place in it, as the server answers it. */
function page<Entry extends { id: number }>(query: URLSearchParams, all: readonly Entry[]): Entry[] {
  const last = Number(query.get('before')?.split(',')[1]);
  const start = all.findIndex(({ id }) => id === last) + 1;
  return all.slice(start, start + Number(query.get('limit') ?? 100));
}

const rest = <Entry extends { id: number }>(query: URLSearchParams, all: readonly Entry[]) =>
  all.slice(all.findIndex(({ id }) => id === Number(query.get('before')?.split(',')[1])) + 1);

beforeEach(() => {
  calls = [];
  storeSignedIn(OWN_ID);
});

afterEach(() => {
  cleanup();
  currentQueryClient().clear();
  window.localStorage.clear();
});

describe('conversations', () => {
  let all: Conversation[];

  beforeEach(() => {
    all = upTo(130).map((id) => ({
      id,
      subject: 'Property Inquiry',
      status: 'active',
      participant: {
        id: 1000 + id,
        name: `Agent ${id}`,
        email: null,
        email_confirmed: false,
        avatar_url: null,
        role: 'agent',
      },
      own_side: 'user',
      property: null,
      last_message: { id, content: 'Hello', sender_type: 'agent', created_at: ago(id) },
      last_message_at: ago(id),
      unread_count: id === 3 || id > 127 ? 1 : 0,
      created_at: ago(id),
    }));
    serve({
      '/api/conversations': (query) => {
        const search = query.get('search');
        if (search) return all.filter(({ id }) => `Agent ${id}` === search || (search === 'pool' && id === 120));
        return page(query, query.get('unread') ? all.filter(({ unread_count }) => unread_count > 0) : all);
      },
      '/api/conversations/counts': (query) => {
        const left = rest(query, all);
        return { all: left.length, unread: left.filter(({ unread_count }) => unread_count > 0).length };
      },
    });
  });

  const rows = async () => (await screen.findByRole('list', { name: 'Conversations' })).querySelectorAll('li');
  const show = () => renderInApp(<ConversationList onSelect={() => undefined} />);
  const searchFor = (value: string) =>
    fireEvent.change(screen.getByLabelText('Search conversations'), { target: { value } });

  it('go on beyond the first hundred', async () => {
    show();
    expect(await rows()).toHaveLength(100);
    fireEvent.click(await screen.findByRole('button', { name: 'Show More' }));
    await waitFor(async () => expect(await rows()).toHaveLength(130));
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
    // The loaded pages are fetched anew as a whole.
    await act(() => currentQueryClient().invalidateQueries());
    expect(await rows()).toHaveLength(130);
  });

  it('are counted and filtered as unread, loaded or not', async () => {
    show();
    fireEvent.click(await screen.findByText('Unread (4)'));
    await waitFor(async () => expect(await rows()).toHaveLength(4));
  });

  it('are found by older messages and beyond what is loaded', async () => {
    show();
    await rows();
    searchFor('pool');
    expect(screen.getByText('Searching all conversations…')).toBeDefined();
    await screen.findByText('Agent 120');
    expect(await rows()).toHaveLength(1);
    searchFor('unheard of');
    await screen.findByText('No conversation matches your search.');
  });

  it('say that not all could be searched, and keep what is found here', async () => {
    show();
    await rows();
    serve({});
    searchFor('Agent 99');
    await screen.findByText('Some conversations could not be searched.', {}, { timeout: 20_000 });
    expect(await rows()).toHaveLength(1);
  });

  it('a new message brings up one that is not loaded', async () => {
    show();
    await rows();
    const message = {
      id: 5000,
      conversationId: 125,
      sender_id: 1125,
      sender_type: 'agent' as const,
      sender_name: 'Agent 125',
      content: 'Good news',
      attachments: [],
      created_at: ago(0),
      read_at: null,
      client_id: null,
    };
    const moved = all.find(({ id }) => id === 125);
    all = [
      {
        ...moved,
        last_message: message,
        last_message_at: message.created_at,
        unread_count: 1,
      } as Conversation,
      ...all.filter(({ id }) => id !== 125),
    ];
    act(() => cacheMessage(currentQueryClient(), message, OWN_ID));
    await screen.findByText('Good news');
    expect((await rows())[0]?.textContent).toContain('Agent 125');
    await screen.findByText('Unread (5)');
  });
});

describe('inquiries', () => {
  const all = upTo(130).map(
    (id): Inquiry => ({
      id,
      name: `Client ${id}`,
      email: `client${id}@example.com`,
      phone: null,
      contacts: [],
      property_interest: null,
      property: null,
      message: 'Hello',
      attachments: [],
      status: id > 120 ? 'closed' : 'new',
      reply_message: null,
      reply_method: null,
      reply_at: null,
      reply_delivery: null,
      follows_id: null,
      by_mail: null,
      created_at: ago(id),
    }),
  );
  const path = `/api/agents/${OWN_ID}/contacts`;

  beforeEach(() =>
    serve({
      [path]: (query) => {
        const search = query.get('search')?.toLowerCase() ?? '';
        const status = query.get('status');
        const found = all.filter(
          (inquiry) => (!status || inquiry.status === status) && inquiry.name.toLowerCase().includes(search),
        );
        return page(query, found);
      },
      [`${path}/counts`]: (query) => {
        const left = rest(query, all);
        const closed = left.filter(({ status }) => status === 'closed').length;
        return { all: left.length, new: left.length - closed, read: 0, replied: 0, closed };
      },
    }),
  );

  const cards = () =>
    within(screen.getByRole('list', { name: 'Client messages' }))
      .queryAllByRole('heading')
      .map(({ textContent }) => textContent);

  it('are counted and filtered beyond what is loaded', async () => {
    renderInApp(<ClientMessages agentId={OWN_ID} />);
    fireEvent.click(await screen.findByText('Closed (10)'));
    await waitFor(() => expect(cards()).toHaveLength(5));
    expect(screen.getByText('All (130)')).toBeDefined();
    fireEvent.click(screen.getByText('Show More (5)'));
    expect(cards()).toHaveLength(10);
  });

  it('are found beyond what is loaded', async () => {
    renderInApp(<ClientMessages agentId={OWN_ID} />);
    fireEvent.change(await screen.findByLabelText('Search client messages'), {
      target: { value: 'client 129' },
    });
    await waitFor(() => expect(cards()).toEqual([expect.stringContaining('Client 129')]));
  });

  it('one that a link leads to is loaded', async () => {
    renderInApp(<ClientMessages agentId={OWN_ID} />, '/agent-dashboard?tab=messages&inquiry=128');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Client 128'));
  });
});

describe('viewings', () => {
  const all = upTo(130).map((id): Viewing => {
    const person = { name: 'Someone', email: 'somebody@example.com', phone: null };
    return {
      id,
      property: { id: 1, title: `Home ${id}`, address: 'Makati', image: null },
      agent: { id: OWN_ID, ...person },
      user: { id: 8, ...person, email_confirmed: true, phone_confirmed: false },
      starts_at: ago(id * 1440),
      ends_at: ago(id * 1440 - 60),
      status: 'confirmed',
      note: null,
      created_at: ago(id * 1440),
      outcome: null,
      outcome_note: null,
      proposed_at: null,
      proposed_by: null,
      end_reason: null,
      lapsed_at: null,
      revision: 0,
    };
  });

  beforeEach(() =>
    serve({
      '/api/viewings': (query) => {
        const [from, to] = [query.get('from'), query.get('to')];
        if (!from || !to) return page(query, all).reverse();
        return all.filter(({ starts_at }) => starts_at >= from && starts_at < to).reverse();
      },
      '/api/viewings/counts': (query) => ({ all: rest(query, all).length }),
    }),
  );

  it('go on beyond what is loaded', async () => {
    renderInApp(<ViewingsTab agentId={OWN_ID} />);
    const title = await screen.findByText('Past and Cancelled');
    await waitFor(() => expect(title.textContent).toContain('130'));
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show More' }));
    await screen.findByText('Home 130');
  });

  it('of a day long ago stand in the calendar', async () => {
    const day = new Date(Date.parse(all[124]?.starts_at ?? '') + 8 * 3_600_000).toISOString().slice(0, 10);
    renderInApp(
      <ChatProvider>
        <ViewingsTab agentId={OWN_ID} />
      </ChatProvider>,
      `/agent-dashboard?tab=viewings&view=day&day=${day}`,
    );
    await screen.findByText(/Home 125/);
  });
});

describe('notifications', () => {
  let all: Notification[];

  beforeEach(() => {
    all = upTo(130).map((id) => ({
      id,
      type: 'info',
      title: `Notice ${id}`,
      message: 'Something happened.',
      concerns: null,
      timestamp: ago(id),
      read: id !== 2 && id < 125,
      action: null,
    }));
    serve({
      '/api/notifications': (query) => page(query, all),
      '/api/notifications/counts': (query) => {
        const except = query.get('except')?.split(',').map(Number) ?? [];
        const left = rest(query, all).filter(({ id }) => !except.includes(id));
        return { all: left.length, unread: left.filter(({ read }) => !read).length };
      },
    });
  });

  it('are counted and shown beyond the first hundred', async () => {
    window.localStorage.setItem(
      `silong_dismissed_notifications_${OWN_ID}`,
      JSON.stringify({ 126: ago(126), 127: ago(127) }),
    );
    renderInApp(
      <ChatProvider>
        <NotificationBell userId={OWN_ID} />
      </ChatProvider>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 5 unread' }));
    expect(screen.queryByText('Notice 130')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Show More' }));
    await screen.findByText('Notice 130');
    expect(screen.queryByText('Notice 126')).toBeNull();
    expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeDefined();
  });
});

describe('reviews', () => {
  const all = upTo(230).map(
    (id): Review => ({
      id,
      reviewer_name: `Reviewer ${id}`,
      reviewer_avatar_url: null,
      reviewer_email: null,
      reviewer_phone: null,
      rating: 5,
      comment: 'Quick.',
      created_at: ago(id),
      updated_at: ago(id),
      is_own: id === 222,
      verified: false,
      counted: true,
      version: 1,
      answer: null,
      answered_at: null,
      answered_version: null,
    }),
  );
  const agent = { id: 8, name: 'Marco Lim', rating: 5, review_count: all.length } as Agent;

  function Reviews() {
    return <ReviewsTab agent={agent} query={useQuery(reviewsQuery(agent.id))} />;
  }

  it('go on beyond what is loaded, and one’s own is known', async () => {
    serve({
      '/api/agents/8/reviews': (query) => page(query, query.get('own') ? all.filter(({ is_own }) => is_own) : all),
    });
    renderInApp(<Reviews />);
    await screen.findByRole('button', { name: 'Edit Your Review' });
    fireEvent.click(screen.getByRole('button', { name: 'Show more reviews' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show More' }));
    await screen.findByText('Reviewer 200');
    fireEvent.click(screen.getByRole('button', { name: 'Show More' }));
    await screen.findByText('Reviewer 230');
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  });
});
