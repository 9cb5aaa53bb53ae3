import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { integer, primaryKey, reference, text, time, unstamped } from '../columns.ts';

/** A mail that is to go out. It is stored with the change that caused it, so that a mail server that is down loses nothing. */
export interface OutgoingMailModel
  extends Model<InferAttributes<OutgoingMailModel>, InferCreationAttributes<OutgoingMailModel>> {
  id: CreationOptional<number>;
  recipient: string;
  /** Where an answer goes, when it is a person's mail that the site only carries. */
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  inquiry_id: number | null;
  status: CreationOptional<'queued' | 'sent' | 'failed'>;
  attempts: CreationOptional<number>;
  next_attempt_at: Date;
  last_error: CreationOptional<string | null>;
  created_at: Date;
  sent_at: CreationOptional<Date | null>;
}

export function defineMailModels(sequelize: Sequelize) {
  return {
    OutgoingMail: sequelize.define<OutgoingMailModel>(
      'OutgoingMail',
      {
        id: primaryKey,
        recipient: text({ required: true }),
        reply_to: text({ required: false }),
        subject: text({ required: true }),
        text: text({ required: true }),
        html: text({ required: true }),
        inquiry_id: reference({ required: false }),
        status: { ...text({ required: true }), defaultValue: 'queued' },
        attempts: integer({ required: true, defaultValue: 0 }),
        next_attempt_at: time({ required: true }),
        last_error: text({ required: false }),
        created_at: time({ required: true }),
        sent_at: time({ required: false }),
      },
      { ...unstamped, tableName: 'outgoing_mails' },
    ),
  };
}
