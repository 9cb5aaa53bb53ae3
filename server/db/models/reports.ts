import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import type { ReportReason, ReportStatus } from '#shared/contracts/reports.ts';
import { primaryKey, reference, text, time, unstamped } from '../columns.ts';

/** What somebody finds wrong with a listing; one for each person and listing. */
export interface ListingReportModel
  extends Model<InferAttributes<ListingReportModel>, InferCreationAttributes<ListingReportModel>> {
  id: CreationOptional<number>;
  property_id: number;
  /** Null once the account is gone. */
  reporter_id: number | null;
  reason: ReportReason;
  details: string | null;
  status: CreationOptional<ReportStatus>;
  created_at: Date;
  decided_at: CreationOptional<Date | null>;
  decided_by: CreationOptional<number | null>;
}

export function defineReportModels(sequelize: Sequelize) {
  return {
    ListingReport: sequelize.define<ListingReportModel>(
      'ListingReport',
      {
        id: primaryKey,
        property_id: reference({ required: true }),
        reporter_id: reference({ required: false }),
        reason: text({ required: true }),
        details: text({ required: false }),
        status: { ...text({ required: true }), defaultValue: 'open' },
        created_at: time({ required: true }),
        decided_at: time({ required: false }),
        decided_by: reference({ required: false }),
      },
      { ...unstamped, tableName: 'listing_reports' },
    ),
  };
}
