import type { CreationAttributes, Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { buildProperty } from './factories/properties.ts';

const HOUR_MS = 3_600_000;

interface People {
  agentId: number;
  clientId: number;
}

/** Writes past events of an agent at given times, which the API would stamp with the present. Times are ISO-8601. */
export function analyticsScene(context: ServerContext, { agentId, clientId }: People) {
  const { models } = context.db;
  const write = <Result>(work: (transaction: Transaction) => Promise<Result>) => context.db.transaction(work);
  let viewers = 0;

  return {
    listing: (draft: Partial<CreationAttributes<PropertyModel>> = {}) =>
      buildProperty(context, {
        agent_id: agentId,
        created_at: new Date('2025-06-01T00:00:00Z'),
        ...draft,
      }),

    /** The statuses of a listing at that price, one after the other; it keeps the last. */
    history: (id: number, price: number, steps: [PropertyStatus, string][]) =>
      write(async (transaction) => {
        let from_status: PropertyStatus | null = null;
        for (const [to_status, at] of steps) {
          const changed_at = new Date(at);
          await models.PropertyStatusChange.create(
            { property_id: id, from_status, to_status, price, changed_by: agentId, changed_at },
            { transaction },
          );
          from_status = to_status;
        }
        await models.Property.update({ status: from_status ?? 'available' }, { where: { id }, transaction });
      }),

    /** By a visitor without an earlier view. */
    view(property_id: number, at: string) {
      viewers += 1;
      const viewer_key = `visitor:${viewers}`;
      return write((transaction) =>
        models.PropertyView.create(
          { property_id, viewer_key, viewed_on: at.slice(0, 10), viewed_at: new Date(at) },
          { transaction },
        ),
      );
    },

    inquiry(at: string, answeredAt: string | null = null, property_id: number | null = null) {
      const answered = answeredAt === null ? null : new Date(answeredAt);
      return write((transaction) =>
        models.Inquiry.create(
          {
            agent_id: agentId,
            user_id: null,
            property_id,
            name: 'Ana',
            email: 'ana@visitor.example',
            phone: null,
            property_interest: null,
            message: 'Is it free?',
            status: answered ? 'replied' : 'new',
            reply_at: answered,
            first_reply_at: answered,
            created_at: new Date(at),
          },
          { transaction },
        ),
      );
    },

    /** A conversation that began with its first words. */
    talk: (
      words: [['user' | 'agent', string], ...['user' | 'agent', string][]],
      draft: { status?: ConversationStatus; starterId?: number } = {},
    ) =>
      write(async (transaction) => {
        const starterId = draft.starterId ?? clientId;
        const begun = new Date(words[0][1]);
        const conversation = await models.Conversation.create(
          {
            subject: 'A flat',
            user_id: starterId,
            agent_id: agentId,
            property_id: null,
            status: draft.status ?? 'active',
            last_message_at: begun,
            created_at: begun,
          },
          { transaction },
        );
        await models.Message.bulkCreate(
          words.map(([sender_type, at]) => ({
            conversation_id: conversation.id,
            sender_id: sender_type === 'user' ? starterId : agentId,
            sender_type,
            content: 'Hello',
            client_id: null,
            created_at: new Date(at),
            read_at: null,
          })),
          { transaction },
        );
      }),

    /** An hour's viewing, the agent's own unless another is named. */
    book: (property_id: number, status: ViewingStatus, starts: string, agent_id = agentId) =>
      write((transaction) =>
        models.Viewing.create(
          {
            property_id,
            agent_id,
            user_id: clientId,
            starts_at: new Date(starts),
            ends_at: new Date(Date.parse(starts) + HOUR_MS),
            status,
            note: null,
          },
          { transaction },
        ),
      ),
  };
}
