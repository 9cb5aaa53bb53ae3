import type { Sequelize } from 'sequelize';
import { defineAdminModels } from '#server/admin/models.ts';
import { defineAgentModels } from '#server/agents/models.ts';
import { defineAuthModels } from '#server/auth/models.ts';
import { defineBackupModels } from '#server/backup/models.ts';
import { defineConversationModels } from '#server/conversations/models.ts';
import { defineDuplicateModels } from '#server/duplicates/models.ts';
import { defineFavoriteModels } from '#server/favorites/models.ts';
import { defineIdempotencyModels } from '#server/idempotency/models.ts';
import { defineInquiryModels } from '#server/inquiries/models.ts';
import { defineMailModels } from '#server/mail/models.ts';
import { defineMediaModels } from '#server/media/models.ts';
import { defineNotificationModels } from '#server/notifications/models.ts';
import { definePrivacyModels } from '#server/privacy/models.ts';
import { definePropertyModels } from '#server/properties/models.ts';
import { defineReportModels } from '#server/reports/models.ts';
import { defineReviewModels } from '#server/reviews/models.ts';
import { defineSavedReplyModels } from '#server/savedReplies/models.ts';
import { defineSettingsModels } from '#server/settings/models.ts';
import { defineViewingModels } from '#server/viewings/models.ts';

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
    ...defineAdminModels(sequelize),
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
