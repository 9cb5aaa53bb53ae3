import { DataTypes, literal, type ModelAttributeColumnOptions } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

type OnDelete = 'CASCADE' | 'SET NULL';

const primaryKey = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const text = { type: DataTypes.TEXT, allowNull: false };
const optionalText = { type: DataTypes.TEXT };
const time = { type: DataTypes.DATE, allowNull: false };
const optionalTime = { type: DataTypes.DATE };
const integer = { type: DataTypes.INTEGER, allowNull: false };
const count = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
const flag = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false };
const json = { type: DataTypes.JSON, allowNull: false };
const stamps = { created_at: time, updated_at: time };

function references(table: string, onDelete: OnDelete, key = 'id'): ModelAttributeColumnOptions {
  return {
    type: DataTypes.INTEGER,
    allowNull: onDelete === 'SET NULL',
    references: { model: table, key },
    onDelete,
    onUpdate: 'CASCADE',
  };
}

/** What goes with a person (CASCADE) and what stays for the others who took part in it (SET NULL). */
const tables: [name: string, columns: Record<string, ModelAttributeColumnOptions>][] = [
  [
    'users',
    {
      id: primaryKey,
      name: text,
      email: { ...text, unique: true },
      password_hash: text,
      phone: optionalText,
      role: { ...text, defaultValue: 'user' },
      status: { ...text, defaultValue: 'active' },
      avatar_url: optionalText,
      ...stamps,
    },
  ],
  [
    'agent_profiles',
    {
      user_id: { ...references('users', 'CASCADE'), primaryKey: true },
      application_status: { ...text, defaultValue: 'pending' },
      title: optionalText,
      bio: optionalText,
      specialization: optionalText,
      location: optionalText,
      languages: json,
      certifications: json,
      achievements: json,
      working_hours: json,
      experience_years: count,
      license_number: optionalText,
      rating: { type: DataTypes.DECIMAL(3, 2), allowNull: false, defaultValue: 0 },
      review_count: count,
      decided_at: optionalTime,
      ...stamps,
    },
  ],
  [
    'sessions',
    {
      id: primaryKey,
      user_id: references('users', 'CASCADE'),
      token_hash: { ...text, unique: true },
      remember: flag,
      address: optionalText,
      user_agent: optionalText,
      created_at: time,
      last_used_at: time,
    },
  ],
  [
    'login_failures',
    {
      key: { type: DataTypes.STRING(64), primaryKey: true },
      failures: integer,
      locked_until: optionalTime,
      updated_at: time,
    },
  ],
  [
    'password_resets',
    {
      id: primaryKey,
      user_id: references('users', 'CASCADE'),
      token_hash: { ...text, unique: true },
      expires_at: time,
      used_at: optionalTime,
      created_at: time,
    },
  ],
  [
    'properties',
    {
      id: primaryKey,
      agent_id: references('users', 'SET NULL'),
      title: text,
      description: text,
      type: text,
      listing_type: text,
      status: { ...text, defaultValue: 'available' },
      moderation_status: { ...text, defaultValue: 'active' },
      price: { type: DataTypes.DECIMAL(14, 2), allowNull: false },
      address: text,
      city: text,
      province: text,
      city_slug: optionalText,
      district_slug: optionalText,
      region_slug: optionalText,
      latitude: { type: DataTypes.DOUBLE },
      longitude: { type: DataTypes.DOUBLE },
      bedrooms: integer,
      bathrooms: integer,
      area_sqm: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
      parking_slots: count,
      furnished: { type: DataTypes.BOOLEAN },
      floor_level: { type: DataTypes.INTEGER },
      images: json,
      features: json,
      search_text: text,
      view_count: count,
      ...stamps,
    },
  ],
  [
    'property_status_changes',
    {
      id: primaryKey,
      property_id: references('properties', 'CASCADE'),
      from_status: optionalText,
      to_status: text,
      price: { type: DataTypes.DECIMAL(14, 2), allowNull: false },
      changed_by: references('users', 'SET NULL'),
      changed_at: time,
    },
  ],
  [
    'property_views',
    {
      id: primaryKey,
      property_id: references('properties', 'CASCADE'),
      viewer_key: text,
      viewed_on: { type: DataTypes.DATEONLY, allowNull: false },
      viewed_at: time,
    },
  ],
  [
    'favorites',
    {
      id: primaryKey,
      user_id: references('users', 'CASCADE'),
      property_id: references('properties', 'CASCADE'),
      created_at: time,
    },
  ],
  [
    'reviews',
    {
      id: primaryKey,
      agent_id: references('users', 'CASCADE'),
      reviewer_id: references('users', 'SET NULL'),
      rating: integer,
      comment: text,
      ...stamps,
    },
  ],
  [
    'inquiries',
    {
      id: primaryKey,
      agent_id: references('users', 'SET NULL'),
      user_id: references('users', 'SET NULL'),
      property_id: references('properties', 'SET NULL'),
      name: text,
      email: text,
      phone: optionalText,
      property_interest: optionalText,
      message: text,
      status: { ...text, defaultValue: 'new' },
      reply_message: optionalText,
      reply_method: optionalText,
      reply_at: optionalTime,
      reply_delivery: optionalText,
      ...stamps,
    },
  ],
  [
    'conversations',
    {
      id: primaryKey,
      subject: text,
      user_id: references('users', 'SET NULL'),
      agent_id: references('users', 'SET NULL'),
      property_id: references('properties', 'SET NULL'),
      status: { ...text, defaultValue: 'active' },
      last_message_at: optionalTime,
      ...stamps,
    },
  ],
  [
    'messages',
    {
      id: primaryKey,
      conversation_id: references('conversations', 'CASCADE'),
      sender_id: references('users', 'SET NULL'),
      sender_type: text,
      content: text,
      client_id: optionalText,
      created_at: time,
      read_at: optionalTime,
    },
  ],
  [
    'notifications',
    {
      id: primaryKey,
      user_id: references('users', 'CASCADE'),
      type: text,
      title: text,
      message: text,
      action_label: optionalText,
      action_url: optionalText,
      created_at: time,
      read_at: optionalTime,
    },
  ],
  [
    'viewings',
    {
      id: primaryKey,
      property_id: references('properties', 'CASCADE'),
      agent_id: references('users', 'CASCADE'),
      user_id: references('users', 'CASCADE'),
      starts_at: time,
      ends_at: time,
      status: { ...text, defaultValue: 'requested' },
      note: optionalText,
      ...stamps,
    },
  ],
  [
    'personal_settings',
    { user_id: { ...references('users', 'CASCADE'), primaryKey: true }, settings: json, ...stamps },
  ],
  ['system_settings', { category: { ...text, primaryKey: true }, settings: json, ...stamps }],
  [
    'audit_entries',
    {
      id: primaryKey,
      actor_id: references('users', 'SET NULL'),
      actor_name: text,
      action: text,
      entity_type: text,
      entity_id: { type: DataTypes.INTEGER },
      before: { type: DataTypes.JSON },
      after: { type: DataTypes.JSON },
      address: optionalText,
      created_at: time,
    },
  ],
  [
    'outgoing_mails',
    {
      id: primaryKey,
      recipient: text,
      reply_to: optionalText,
      subject: text,
      text,
      html: text,
      inquiry_id: references('inquiries', 'SET NULL'),
      status: { ...text, defaultValue: 'queued' },
      attempts: count,
      next_attempt_at: time,
      last_error: optionalText,
      created_at: time,
      sent_at: optionalTime,
    },
  ],
  [
    'media',
    {
      hash: { type: DataTypes.STRING(64), primaryKey: true },
      width: integer,
      height: integer,
      bytes: integer,
      uploaded_by: references('users', 'SET NULL'),
      created_at: time,
    },
  ],
];

type IndexField = string | { name: string; order: 'DESC' };

/** Every foreign key, and every order and look-up the services use; those of listings are in 0002. */
const indexes: [table: string, fields: IndexField[], unique?: 'unique'][] = [
  ['users', ['role', 'status']],
  ['users', [{ name: 'created_at', order: 'DESC' }]],
  ['agent_profiles', ['application_status', { name: 'rating', order: 'DESC' }]],
  ['sessions', ['user_id']],
  ['sessions', ['last_used_at']],
  ['password_resets', ['user_id']],
  ['property_status_changes', ['property_id', 'changed_at']],
  ['property_status_changes', ['changed_by']],
  ['property_views', ['property_id', 'viewed_on', 'viewer_key'], 'unique'],
  ['favorites', ['user_id', 'property_id'], 'unique'],
  ['favorites', ['user_id', { name: 'created_at', order: 'DESC' }]],
  ['favorites', ['property_id']],
  ['reviews', ['agent_id', 'reviewer_id'], 'unique'],
  ['reviews', ['agent_id', { name: 'created_at', order: 'DESC' }]],
  ['reviews', ['reviewer_id']],
  ['inquiries', ['agent_id', 'status', { name: 'created_at', order: 'DESC' }]],
  ['inquiries', ['user_id']],
  ['inquiries', ['property_id']],
  ['conversations', ['user_id', { name: 'last_message_at', order: 'DESC' }]],
  ['conversations', ['agent_id', { name: 'last_message_at', order: 'DESC' }]],
  ['conversations', ['property_id']],
  ['conversations', ['status', { name: 'last_message_at', order: 'DESC' }]],
  ['messages', ['conversation_id', 'id']],
  ['messages', ['conversation_id', 'sender_id', 'client_id'], 'unique'],
  ['messages', ['sender_id']],
  ['messages', ['created_at']],
  ['notifications', ['user_id', { name: 'created_at', order: 'DESC' }]],
  ['viewings', ['agent_id', 'starts_at']],
  ['viewings', ['user_id', 'starts_at']],
  ['viewings', ['property_id']],
  ['audit_entries', [{ name: 'created_at', order: 'DESC' }]],
  ['audit_entries', ['actor_id']],
  ['audit_entries', ['entity_type', 'entity_id']],
  ['outgoing_mails', ['status', 'next_attempt_at']],
  ['outgoing_mails', ['inquiry_id']],
  ['media', ['uploaded_by']],
];

/** Unread rows are few and asked for often. */
const unreadIndexes = [
  'CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL',
  'CREATE INDEX messages_unread ON messages (conversation_id, sender_id) WHERE read_at IS NULL',
];

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const [name, columns] of tables) await queryInterface.createTable(name, withDefaults(columns));
  for (const [table, fields, unique] of indexes)
    await queryInterface.addIndex(table, { fields, unique: unique === 'unique' });
  for (const statement of unreadIndexes) await database.sequelize.query(statement);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  for (const [name] of tables.toReversed()) await queryInterface.dropTable(name);
}

/** A list or map that was never given is an empty one. */
function withDefaults(columns: Record<string, ModelAttributeColumnOptions>) {
  const objects = new Set(['working_hours', 'settings']);
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) =>
      column === json
        ? [name, { ...column, defaultValue: literal(objects.has(name) ? "'{}'" : "'[]'") }]
        : [name, column],
    ),
  );
}
