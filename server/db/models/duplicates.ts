import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import type { DuplicatePair, DuplicateStatus } from '#shared/contracts/duplicates.ts';
import { integer, json, primaryKey, reference, text, time, unstamped } from '../columns.ts';

/** What a stored picture looks like; see fingerprint.ts. */
interface PictureFingerprintModel
  extends Model<InferAttributes<PictureFingerprintModel>, InferCreationAttributes<PictureFingerprintModel>> {
  media_hash: string;
  /** 16 hexadecimal digits; null when the picture shows too little to be told from others. */
  fingerprint: string | null;
  band_1: number | null;
  band_2: number | null;
  band_3: number | null;
  band_4: number | null;
}

/** Which pictures the compared listings show: their lists of addresses cannot be searched the other way round. */
interface ListingPictureModel
  extends Model<InferAttributes<ListingPictureModel>, InferCreationAttributes<ListingPictureModel>> {
  property_id: number;
  media_hash: string;
}

/** A listing that was looked at, and as of which change. */
interface ComparedListingModel
  extends Model<InferAttributes<ComparedListingModel>, InferCreationAttributes<ComparedListingModel>> {
  property_id: number;
  listing_updated_at: Date;
}

/** Two listings that are likely one home. */
export interface DuplicatePairModel
  extends Model<InferAttributes<DuplicatePairModel>, InferCreationAttributes<DuplicatePairModel>> {
  id: CreationOptional<number>;
  older_id: number;
  newer_id: number;
  status: CreationOptional<DuplicateStatus>;
  same_pictures: DuplicatePair['same_pictures'];
  same_facts: boolean;
  found_at: Date;
  decided_at: CreationOptional<Date | null>;
  decided_by: CreationOptional<number | null>;
}

const sha256 = { type: DataTypes.STRING(64), primaryKey: true };

export function defineDuplicateModels(sequelize: Sequelize) {
  return {
    PictureFingerprint: sequelize.define<PictureFingerprintModel>(
      'PictureFingerprint',
      {
        media_hash: sha256,
        fingerprint: { type: DataTypes.STRING(16) },
        band_1: integer({ required: false }),
        band_2: integer({ required: false }),
        band_3: integer({ required: false }),
        band_4: integer({ required: false }),
      },
      { ...unstamped, tableName: 'picture_fingerprints' },
    ),
    ListingPicture: sequelize.define<ListingPictureModel>(
      'ListingPicture',
      { property_id: { ...reference({ required: true }), primaryKey: true }, media_hash: sha256 },
      { ...unstamped, tableName: 'listing_pictures' },
    ),
    ComparedListing: sequelize.define<ComparedListingModel>(
      'ComparedListing',
      {
        property_id: { ...reference({ required: true }), primaryKey: true },
        listing_updated_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'compared_listings' },
    ),
    DuplicatePair: sequelize.define<DuplicatePairModel>(
      'DuplicatePair',
      {
        id: primaryKey,
        older_id: reference({ required: true }),
        newer_id: reference({ required: true }),
        status: { ...text({ required: true }), defaultValue: 'open' },
        same_pictures: json<DuplicatePair['same_pictures']>([]),
        same_facts: { type: DataTypes.BOOLEAN, allowNull: false },
        found_at: time({ required: true }),
        decided_at: time({ required: false }),
        decided_by: reference({ required: false }),
      },
      { ...unstamped, tableName: 'duplicate_pairs' },
    ),
  };
}
