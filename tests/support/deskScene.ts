import { expect } from 'vitest';
import type { DeskClient, DeskRow, QueueCounts, TimelineEntry } from '#shared/contracts/desk.ts';
import { buildProperty } from './factories/properties.ts';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

const HOUR = 3_600_000;

export interface QueuePart {
  rows: DeskRow[];
  next: string | null;
  counts: QueueCounts;
}

/** Acts between people and agents, over the API. */
export function deskActs(server: TestServer) {
  let listings = 0;

  const done = <Body>(answer: { status: number; body: { data: Body } }): Body => {
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };

  return {
    /** An inquiry of a signed-in account or of an address. @returns its id. */
    async ask(
      agent: Person,
      from: Person | string,
      { name = 'Ana Reyes', email, message = 'Is it free?', property_id }: Asked = {},
    ): Promise<number> {
      const isAddress = typeof from === 'string';
      const answer = await server.request('POST', `/api/agents/${agent.id}/contact`, {
        body: { name, email: email ?? (isAddress ? from : from.user.email), message, property_id },
        token: isAddress ? undefined : from.token,
      });
      return done<{ id: number }>(answer).id;
    },

    async chat(agent: Person, from: Person, initialMessage = 'May I come by?', property_id?: number) {
      const draft = { agentId: agent.id, initialMessage, property_id: property_id ?? null };
      return done<{ conversation: { id: number } }>(await from.post('/api/conversations', draft)).conversation.id;
    },

    async say(from: Person, conversationId: number, content: string): Promise<number> {
      const answer = await from.post(`/api/conversations/${conversationId}/messages`, { content });
      return done<{ id: number }>(answer).id;
    },

    /** A request for a viewing of a listing of its own. */
    async visit(agent: Person, from: Person, hours = 24): Promise<number> {
      listings += 1;
      const { id } = await buildProperty(server.context, { agent_id: agent.id, title: `Loft ${listings}` });
      const starts_at = new Date(Date.now() + hours * HOUR).toISOString();
      return done<{ id: number }>(await from.post('/api/viewings', { property_id: id, starts_at })).id;
    },

    async decide(by: Person, viewingId: number, status: string, hours?: number): Promise<void> {
      const starts_at = hours && new Date(Date.now() + hours * HOUR).toISOString();
      done(await by.put(`/api/viewings/${viewingId}`, { status, ...(starts_at ? { starts_at } : {}) }));
    },

    async review(agent: Person, from: Person, comment = 'Quick and kind'): Promise<number> {
      return done<{ id: number }>(await from.post(`/api/agents/${agent.id}/reviews`, { rating: 4, comment })).id;
    },

    async reply(agent: Person, inquiryId: number, replyMethod = 'email', message = 'It is free.'): Promise<void> {
      const path = `/api/agents/${agent.id}/contacts/${inquiryId}/reply`;
      done(await agent.post(path, { message, replyMethod }));
    },

    async queue(agent: Person, query = 'view=all'): Promise<QueuePart> {
      return done<QueuePart>(await agent.get(`/api/desk/queue?${query}`));
    },

    async client(agent: Person, id: number): Promise<DeskClient> {
      return done<DeskClient>(await agent.get(`/api/desk/clients/${id}`));
    },

    async timeline(
      agent: Person,
      id: number,
      query = '',
    ): Promise<{ entries: TimelineEntry[]; has_older: boolean }> {
      return done(await agent.get(`/api/desk/clients/${id}/timeline${query}`));
    },

    async change(agent: Person, id: number, body: object): Promise<DeskRow> {
      return done<DeskRow>(await agent.put(`/api/desk/clients/${id}`, body));
    },

    async note(agent: Person, id: number, text: string): Promise<number> {
      return done<{ id: number }>(await agent.post(`/api/desk/clients/${id}/notes`, { text })).id;
    },
  };
}

interface Asked {
  name?: string;
  email?: string;
  message?: string;
  property_id?: number;
}

export type DeskActs = ReturnType<typeof deskActs>;
