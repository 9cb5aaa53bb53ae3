import { expect } from './fixtures.ts';

/** A visitor without an account writes to an agent. */
export async function leaveInquiry(baseUrl: string, agentId: number, body: Record<string, string>): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/agents/${agentId}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}
