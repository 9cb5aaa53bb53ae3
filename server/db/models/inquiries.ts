import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import type { InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { primaryKey, reference, stamped, text, time } from '../columns.ts';

type ReplyDelivery = 'sent' | 'queued' | 'failed';

/** A message left for an agent through the contact form, by a visitor who may have no account. */
export interface InquiryModel
  extends Model<InferAttributes<InquiryModel>, InferCreationAttributes<InquiryModel>> {
  id: CreationOptional<number>;
  /** Null once the agent's account is gone: the words are still the sender's. */
  agent_id: number | null;
  user_id: number | null;
  property_id: number | null;
  name: string;
  email: string;
  phone: string | null;
  property_interest: string | null;
  message: string;
  status: CreationOptional<InquiryStatus>;
  reply_message: CreationOptional<string | null>;
  reply_method: CreationOptional<ReplyMethod | null>;
  reply_at: CreationOptional<Date | null>;
  /** Of the first reply; `reply_at` is that of the latest. */
  first_reply_at: CreationOptional<Date | null>;
  reply_delivery: CreationOptional<ReplyDelivery | null>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export function defineInquiryModels(sequelize: Sequelize) {
  return {
    Inquiry: sequelize.define<InquiryModel>(
      'Inquiry',
      {
        id: primaryKey,
        agent_id: reference({ required: false }),
        user_id: reference({ required: false }),
        property_id: reference({ required: false }),
        name: text({ required: true }),
        email: text({ required: true }),
        phone: text({ required: false }),
        property_interest: text({ required: false }),
        message: text({ required: true }),
        status: { ...text({ required: true }), defaultValue: 'new' },
        reply_message: text({ required: false }),
        reply_method: text({ required: false }),
        reply_at: time({ required: false }),
        first_reply_at: time({ required: false }),
        reply_delivery: text({ required: false }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'inquiries' },
    ),
  };
}
