import type {
  CreationOptional,
  InferAttributes,
  InferCreationAttributes,
  Model,
  NonAttribute,
  Sequelize,
} from 'sequelize';
import { DataTypes } from 'sequelize';
import type {
  ListingType,
  ModerationStatus,
  PropertyStatus,
  PropertyType,
} from '#shared/contracts/properties.ts';
import { decimal, integer, json, primaryKey, reference, stamped, text, time, unstamped } from '../columns.ts';
import type { UserModel } from './auth.ts';

export interface PropertyModel
  extends Model<InferAttributes<PropertyModel>, InferCreationAttributes<PropertyModel>> {
  id: CreationOptional<number>;
  agent_id: number | null;
  title: string;
  description: string;
  type: PropertyType;
  listing_type: ListingType;
  status: CreationOptional<PropertyStatus>;
  moderation_status: CreationOptional<ModerationStatus>;
  /** What the agent is told of why it is hidden; null while it is shown. */
  moderation_reason: CreationOptional<string | null>;
  /** Why it is not public: an admin's decision, or only that its agent is away or gone; null while it is shown. */
  hidden_by: CreationOptional<'admin' | 'agent_away' | 'agent_deleted' | null>;
  /** Pesos; per month for rent and lease. */
  price: number;
  address: string;
  city: string;
  province: string;
  /** Where the address lies, as shared/places.ts reads it; kept so that a location filter is an index look-up. */
  city_slug: string | null;
  district_slug: string | null;
  region_slug: string | null;
  latitude: number | null;
  longitude: number | null;
  bedrooms: number;
  bathrooms: number;
  area_sqm: number;
  parking_slots: CreationOptional<number>;
  furnished: boolean | null;
  floor_level: number | null;
  /** Cover first. */
  images: string[];
  features: string[];
  /** Folded words of everything a search looks at, each once; see searchText.ts. */
  search_text: string;
  view_count: CreationOptional<number>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
  agent?: NonAttribute<UserModel | null>;
}

/** A row for every change of status, the first included: analytics are computed from these. */
interface PropertyStatusChangeModel
  extends Model<
    InferAttributes<PropertyStatusChangeModel>,
    InferCreationAttributes<PropertyStatusChangeModel>
  > {
  id: CreationOptional<number>;
  property_id: number;
  from_status: PropertyStatus | null;
  to_status: PropertyStatus;
  /** Asking price at that moment. */
  price: number;
  changed_by: number | null;
  changed_at: Date;
}

export interface PropertyViewModel
  extends Model<InferAttributes<PropertyViewModel>, InferCreationAttributes<PropertyViewModel>> {
  id: CreationOptional<number>;
  property_id: number;
  /** 'user:7', or a keyed hash of an anonymous visitor's address and browser. */
  viewer_key: string;
  /** Calendar day in Asia/Manila, yyyy-mm-dd. */
  viewed_on: string;
  viewed_at: Date;
}

export function definePropertyModels(sequelize: Sequelize) {
  return {
    Property: sequelize.define<PropertyModel>(
      'Property',
      {
        id: primaryKey,
        agent_id: reference({ required: false }),
        title: text({ required: true }),
        description: text({ required: true }),
        type: text({ required: true }),
        listing_type: text({ required: true }),
        status: { ...text({ required: true }), defaultValue: 'available' },
        moderation_status: { ...text({ required: true }), defaultValue: 'active' },
        moderation_reason: text({ required: false }),
        hidden_by: text({ required: false }),
        price: decimal('price', 14, 2),
        address: text({ required: true }),
        city: text({ required: true }),
        province: text({ required: true }),
        city_slug: text({ required: false }),
        district_slug: text({ required: false }),
        region_slug: text({ required: false }),
        latitude: { type: DataTypes.DOUBLE },
        longitude: { type: DataTypes.DOUBLE },
        bedrooms: integer({ required: true }),
        bathrooms: integer({ required: true }),
        area_sqm: decimal('area_sqm', 12, 2),
        parking_slots: integer({ required: true, defaultValue: 0 }),
        furnished: { type: DataTypes.BOOLEAN },
        floor_level: integer({ required: false }),
        images: json<string[]>([]),
        features: json<string[]>([]),
        search_text: text({ required: true }),
        view_count: integer({ required: true, defaultValue: 0 }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'properties' },
    ),
    PropertyStatusChange: sequelize.define<PropertyStatusChangeModel>(
      'PropertyStatusChange',
      {
        id: primaryKey,
        property_id: reference({ required: true }),
        from_status: text({ required: false }),
        to_status: text({ required: true }),
        price: decimal('price', 14, 2),
        changed_by: reference({ required: false }),
        changed_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'property_status_changes' },
    ),
    PropertyView: sequelize.define<PropertyViewModel>(
      'PropertyView',
      {
        id: primaryKey,
        property_id: reference({ required: true }),
        viewer_key: text({ required: true }),
        viewed_on: { type: DataTypes.DATEONLY, allowNull: false },
        viewed_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'property_views' },
    ),
  };
}
