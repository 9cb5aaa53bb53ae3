import type { Database } from '#server/db/connection.ts';
import { matchesWords, type SearchWords } from '#server/db/searchWords.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import type { Hit } from '#shared/contracts/search.ts';

/** The newest so many of the caller's are looked through. */
const MAX_ROWS = 1_000;

const SELECT_OWN = `
  SELECT c.id, c.subject, o.name, p.id AS property_id, p.title AS property_title
  FROM conversations c
  LEFT JOIN users o ON o.id = CASE WHEN c.agent_id = $1 THEN c.user_id ELSE c.agent_id END
  LEFT JOIN properties p ON p.id = c.property_id
  WHERE c.agent_id = $1 OR c.user_id = $1
  ORDER BY c.last_message_at DESC NULLS LAST, c.id DESC LIMIT ${MAX_ROWS}`;

interface TalkRow {
  id: number;
  subject: string;
  name: string | null;
  property_id: number | null;
  property_title: string | null;
}

/** The caller's own conversations, by the other person, the subject or the listing; the newest first. */
export async function findConversations(
  db: Database,
  caller: SignedInUser,
  search: SearchWords,
  limit: number,
): Promise<Hit[]> {
  const rows = await db.readRows<TalkRow>(SELECT_OWN, [caller.id]);
  return rows
    .filter(
      ({ name, subject, property_id, property_title }) =>
        matchesWords(`${name ?? ''} ${subject} ${property_title ?? ''}`, search) ||
        (search.id !== null && search.id === property_id),
    )
    .slice(0, limit)
    .map(({ id, name, subject, property_title }) => ({
      kind: 'conversation',
      id,
      title: name ?? DELETED_USER_NAME,
      subtitle: [subject, property_title].filter(Boolean).join(' · '),
      url: `/conversations/${id}`,
    }));
}
