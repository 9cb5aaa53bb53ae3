import type { Sequelize } from 'sequelize';
import { defineAgentModels } from './models/agents.ts';
import { defineAuditModels } from './models/audit.ts';
import { defineAuthModels } from './models/auth.ts';
import { defineBackupModels } from './models/backups.ts';
import { defineConversationModels } from './models/conversations.ts';
import { defineDuplicateModels } from './models/duplicates.ts';
import { defineFavoriteModels } from './models/favorites.ts';
import { defineIdempotencyModels } from './models/idempotency.ts';
import { defineInquiryModels } from './models/inquiries.ts';
import { defineMailModels } from './models/mail.ts';
import { defineMediaModels } from './models/media.ts';
import { defineNotificationModels } from './models/notifications.ts';
import { definePrivacyModels } from './models/privacy.ts';
import { definePropertyModels } from './models/properties.ts';
import { defineReportModels } from './models/reports.ts';
import { defineReviewModels } from './models/reviews.ts';
import { defineSavedReplyModels } from './models/savedReplies.ts';
import { defineSettingsModels } from './models/settings.ts';
import { defineViewingModels } from './models/viewings.ts';

/** All models of one connection, with every association. Models of two connections never share a class. */
export function defineModels(sequelize: Sequelize) {
  const models = {
    ...defineAuthModels(sequelize),
    ...defineAgentModels(sequelize),
    ...definePropertyModels(sequelize),
    ...defineFavoriteModels(sequelize),
    ...defineReviewModels(sequelize),
    ...defineInquiryModels(sequelize),
    ...defineConversationModels(sequelize),
    ...defineNotificationModels(sequelize),
    ...defineViewingModels(sequelize),
    ...defineSavedReplyModels(sequelize),
    ...defineSettingsModels(sequelize),
    ...defineAuditModels(sequelize),
    ...defineIdempotencyModels(sequelize),
    ...definePrivacyModels(sequelize),
    ...defineReportModels(sequelize),
    ...defineDuplicateModels(sequelize),
    ...defineMailModels(sequelize),
    ...defineBackupModels(sequelize),
    ...defineMediaModels(sequelize),
  };
  const { User, AgentProfile, Session, Property, Favorite, Review, Inquiry, Conversation, Message, Viewing } =
    models;

  User.hasOne(AgentProfile, { as: 'agentProfile', foreignKey: 'user_id' });
  AgentProfile.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Session.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Property.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  Favorite.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Review.belongsTo(User, { as: 'reviewer', foreignKey: 'reviewer_id' });
  Inquiry.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Conversation.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Conversation.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  Conversation.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Message.belongsTo(Conversation, { as: 'conversation', foreignKey: 'conversation_id' });
  Viewing.belongsTo(Property, { as: 'property', foreignKey: 'property_id' });
  Viewing.belongsTo(User, { as: 'user', foreignKey: 'user_id' });
  Viewing.belongsTo(User, { as: 'agent', foreignKey: 'agent_id' });
  return models;
}

export type Models = ReturnType<typeof defineModels>;
