import type { Client } from '#shared/contracts/clients.ts';

type Counts = Pick<Client, 'inquiries' | 'conversations' | 'viewings'>;

const words = [
  ['inquiries', 'inquiry', 'inquiries'],
  ['conversations', 'chat', 'chats'],
  ['viewings', 'viewing', 'viewings'],
] as const;

/** '2 inquiries · 1 chat' */
export function countsOf(client: Counts): string {
  return words
    .filter(([name]) => client[name] > 0)
    .map(([name, one, many]) => `${client[name]} ${client[name] === 1 ? one : many}`)
    .join(' · ');
}
