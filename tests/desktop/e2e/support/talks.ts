import { randomUUID } from 'node:crypto';
import type { Message } from '../../../../shared/contracts/conversations.ts';
import { type DemoAccount, openSession } from '../../../e2e/support/accounts.ts';

async function call<Data>(
  baseUrl: string,
  account: DemoAccount,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const { token } = await openSession(baseUrl, account);
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { success, data, error } = await answer.json();
  if (!success) throw new Error(`${method} ${path} answered: ${error}`);
  return data;
}

/** The demo user writes to the demo agent under a new subject. @returns the conversation. */
export async function startTalk(baseUrl: string, text: string): Promise<number> {
  const { user } = await openSession(baseUrl, 'agent');
  const { conversation } = await call<{ conversation: { id: number } }>(
    baseUrl,
    'user',
    'POST',
    '/api/conversations',
    { agentId: user.id, subject: `From a spec ${randomUUID()}`, initialMessage: text },
  );
  return conversation.id;
}

export function sendMessage(baseUrl: string, account: DemoAccount, id: number, content: string) {
  return call<Message>(baseUrl, account, 'POST', `/api/conversations/${id}/messages`, { content });
}

export function readMessages(baseUrl: string, account: DemoAccount, id: number): Promise<Message[]> {
  return call(baseUrl, account, 'GET', `/api/conversations/${id}/messages?limit=100`);
}

export { call as callAs };
