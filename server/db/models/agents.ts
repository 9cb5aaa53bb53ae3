import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { decimal, integer, json, reference, stamped, text, time } from '../columns.ts';

export type ApplicationStatus = 'pending' | 'approved' | 'rejected';

/** What makes a user an agent, or an applicant. The key is the user's own id: an agent's id is the user id. */
export interface AgentProfileModel
  extends Model<InferAttributes<AgentProfileModel>, InferCreationAttributes<AgentProfileModel>> {
  user_id: number;
  application_status: CreationOptional<ApplicationStatus>;
  title: CreationOptional<string | null>;
  bio: CreationOptional<string | null>;
  specialization: CreationOptional<string | null>;
  location: CreationOptional<string | null>;
  languages: CreationOptional<string[]>;
  certifications: CreationOptional<string[]>;
  achievements: CreationOptional<string[]>;
  /** Day name → hours as text. */
  working_hours: CreationOptional<Record<string, string>>;
  experience_years: CreationOptional<number>;
  license_number: CreationOptional<string | null>;
  /** Last day on which the licence is good, '2026-01-31'. Null, as who checked it and when, while nobody has. */
  license_expires_on: CreationOptional<string | null>;
  license_checked_at: CreationOptional<Date | null>;
  license_checked_by: CreationOptional<number | null>;
  /** When the last warning about the end of this licence was written. */
  license_warned_at: CreationOptional<Date | null>;
  /** Since when the agent is unlisted for it. */
  license_lapsed_at: CreationOptional<Date | null>;
  /** An admin's own, beside the last check. */
  license_note: CreationOptional<string | null>;
  /** Mean of the reviews, recomputed with each of them; 0 while there is none. */
  rating: CreationOptional<number>;
  review_count: CreationOptional<number>;
  decided_at: CreationOptional<Date | null>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export function defineAgentModels(sequelize: Sequelize) {
  return {
    AgentProfile: sequelize.define<AgentProfileModel>(
      'AgentProfile',
      {
        user_id: { type: DataTypes.INTEGER, primaryKey: true },
        application_status: { ...text({ required: true }), defaultValue: 'pending' },
        title: text({ required: false }),
        bio: text({ required: false }),
        specialization: text({ required: false }),
        location: text({ required: false }),
        languages: json<string[]>([]),
        certifications: json<string[]>([]),
        achievements: json<string[]>([]),
        working_hours: json<Record<string, string>>({}),
        experience_years: integer({ required: true, defaultValue: 0 }),
        license_number: text({ required: false }),
        license_expires_on: { type: DataTypes.DATEONLY, allowNull: true },
        license_checked_at: time({ required: false }),
        license_checked_by: reference({ required: false }),
        license_warned_at: time({ required: false }),
        license_lapsed_at: time({ required: false }),
        license_note: text({ required: false }),
        rating: { ...decimal('rating', 3, 2), defaultValue: 0 },
        review_count: integer({ required: true, defaultValue: 0 }),
        decided_at: time({ required: false }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'agent_profiles' },
    ),
  };
}
