import type { QueryClient } from '@tanstack/react-query';

/** Fetches the list of conversations; the header asks for it, so what it needs is loaded only then. @throws what callApi throws. */
export async function fetchConversations(client: QueryClient): Promise<void> {
  const { conversationListQuery } = await import('./queries.ts');
  await client.fetchQuery(conversationListQuery);
}
