import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { primaryKey, reference, stamped, text, time, unstamped } from '../columns.ts';

/** Between its starter (the 'user' side, who may be an agent too) and an agent. */
export interface ConversationModel
  extends Model<InferAttributes<ConversationModel>, InferCreationAttributes<ConversationModel>> {
  id: CreationOptional<number>;
  subject: string;
  /** Either side is null once that account is gone; the other keeps the conversation. */
  user_id: number | null;
  agent_id: number | null;
  property_id: number | null;
  status: CreationOptional<ConversationStatus>;
  last_message_at: Date | null;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export interface MessageModel
  extends Model<InferAttributes<MessageModel>, InferCreationAttributes<MessageModel>> {
  id: CreationOptional<number>;
  conversation_id: number;
  sender_id: number | null;
  /** Kept beside sender_id, so that the side stays known after the account is gone. */
  sender_type: 'user' | 'agent';
  content: string;
  /** Made by the sending client: a retry carries the same one and is stored once. */
  client_id: string | null;
  created_at: Date;
  read_at: Date | null;
}

export function defineConversationModels(sequelize: Sequelize) {
  return {
    Conversation: sequelize.define<ConversationModel>(
      'Conversation',
      {
        id: primaryKey,
        subject: text({ required: true }),
        user_id: reference({ required: false }),
        agent_id: reference({ required: false }),
        property_id: reference({ required: false }),
        status: { ...text({ required: true }), defaultValue: 'active' },
        last_message_at: time({ required: false }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'conversations' },
    ),
    Message: sequelize.define<MessageModel>(
      'Message',
      {
        id: primaryKey,
        conversation_id: reference({ required: true }),
        sender_id: reference({ required: false }),
        sender_type: text({ required: true }),
        content: text({ required: true }),
        client_id: text({ required: false }),
        created_at: time({ required: true }),
        read_at: time({ required: false }),
      },
      { ...unstamped, tableName: 'messages' },
    ),
  };
}
