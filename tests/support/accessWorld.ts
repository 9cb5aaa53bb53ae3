import type { Transaction } from 'sequelize';
import { hashPassword } from '#server/auth/passwords.ts';
import { openSession } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';
import { deriveSearchFields } from '#server/properties/searchText.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';

/** Who calls. 'user' and 'agent' own what is in the world; the others are strangers to it. */
export const callers = [
  'anonymous',
  'user',
  'applicant',
  'unapprovedAgent',
  'agent',
  'otherAgent',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

export const WORLD_PASSWORD = 'correct horse';

/** One of everything: a client and an agent who know each other, and ids of what is theirs. */
export interface World {
  tokens: Record<Caller, string | undefined>;
  /** Of the calling client, for calls by anybody. */
  email: string;
  /** A number that no other world has. */
  number: number;
  client: number;
  agent: number;
  /** An agent, with a public listing, who is none of the callers. */
  thirdAgent: number;
  thirdListing: number;
  /** Somebody whom nothing depends on. */
  bystander: number;
  waitingApplicant: number;
  listing: number;
  hiddenListing: number;
  conversation: number;
  inquiry: number;
  viewing: number;
  notification: number;
}

let worlds = 0;
let passwordHash: Promise<string> | undefined;

/** In one transaction: hundreds of worlds are made. */
export async function buildWorld(context: ServerContext): Promise<World> {
  worlds += 1;
  const number = worlds;
  passwordHash ??= hashPassword(WORLD_PASSWORD);
  const password_hash = await passwordHash;
  return context.db.transaction(async (transaction) => {
    const builder = new WorldBuilder(context, transaction, number, password_hash);
    const client = await builder.person('client', 'user');
    const agent = await builder.person('agent', 'agent', { application: 'approved' });
    const thirdAgent = await builder.person('third', 'agent', { application: 'approved' });
    const tokens = {
      anonymous: undefined,
      user: await builder.token(client),
      applicant: await builder.token(await builder.person('applicant', 'user', { application: 'pending' })),
      unapprovedAgent: await builder.token(
        await builder.person('unapproved', 'agent', { application: 'rejected' }),
      ),
      agent: await builder.token(agent),
      otherAgent: await builder.token(await builder.person('other', 'agent', { application: 'approved' })),
      admin: await builder.token(await builder.person('admin', 'admin')),
    };
    const listing = await builder.listing(agent, 'active');
    return {
      tokens,
      email: `client${number}@world.example`,
      number,
      client,
      agent,
      thirdAgent,
      thirdListing: await builder.listing(thirdAgent, 'active'),
      bystander: await builder.person('bystander', 'user'),
      waitingApplicant: await builder.person('waiting', 'user', { application: 'pending' }),
      listing,
      hiddenListing: await builder.listing(agent, 'inactive'),
      ...(await builder.dealings(client, agent, listing)),
    };
  });
}

class WorldBuilder {
  constructor(
    private readonly context: ServerContext,
    private readonly transaction: Transaction,
    private readonly number: number,
    private readonly passwordHash: string,
  ) {}

  async person(
    name: string,
    role: Role,
    {
      application,
      status = 'active',
    }: { application?: 'pending' | 'approved' | 'rejected'; status?: UserStatus } = {},
  ): Promise<number> {
    const { transaction } = this;
    const { User, AgentProfile } = this.context.db.models;
    const email = `${name}${this.number}@world.example`;
    const values = { name, email, password_hash: this.passwordHash, role, status };
    const { id } = await User.create(values, { transaction });
    if (application)
      await AgentProfile.create({ user_id: id, application_status: application }, { transaction });
    return id;
  }

  token(userId: number): Promise<string> {
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    return openSession(this.context, { userId, remember: false, origin }, this.transaction);
  }

  async listing(agentId: number, moderation_status: 'active' | 'inactive'): Promise<number> {
    const listing = {
      title: 'A home of this world',
      description: 'Quiet.',
      type: 'condo' as const,
      address: '1 Ayala Avenue',
      city: 'Makati',
      province: 'Metro Manila',
      features: [],
    };
    const details = { bedrooms: 1, bathrooms: 1, area_sqm: 30, furnished: null, floor_level: null };
    const place = { latitude: null, longitude: null };
    const { id } = await this.context.db.models.Property.create(
      {
        ...listing,
        ...deriveSearchFields(listing),
        ...details,
        ...place,
        listing_type: 'sale',
        price: 5_000_000,
        images: [],
        agent_id: agentId,
        moderation_status,
      },
      { transaction: this.transaction },
    );
    return id;
  }

  /** What client and agent have to do with each other. */
  async dealings(client: number, agent: number, listing: number) {
    const { transaction } = this;
    const { Conversation, Message, Inquiry, Viewing, Notification } = this.context.db.models;
    const now = this.context.now();
    const conversation = await Conversation.create(
      { subject: 'The home', user_id: client, agent_id: agent, property_id: null, last_message_at: now },
      { transaction },
    );
    const words = { content: 'Hello', client_id: null, created_at: now, read_at: null };
    await Message.create(
      { conversation_id: conversation.id, sender_id: client, sender_type: 'user', ...words },
      { transaction },
    );
    const visitor = { name: 'Client', email: 'client@world.example', phone: '0917 555 0101' };
    const inquiry = await Inquiry.create(
      {
        ...visitor,
        agent_id: agent,
        user_id: client,
        property_id: null,
        property_interest: null,
        message: 'Hello',
      },
      { transaction },
    );
    const starts_at = new Date(now.getTime() + 72 * 3_600_000);
    const ends_at = new Date(starts_at.getTime() + 3_600_000);
    const viewing = await Viewing.create(
      { property_id: listing, agent_id: agent, user_id: client, starts_at, ends_at, note: null },
      { transaction },
    );
    const notice = { type: 'info' as const, title: 'News', message: 'Something happened' };
    const notification = await Notification.create(
      { user_id: client, ...notice, action_label: null, action_url: null, created_at: now, read_at: null },
      { transaction },
    );
    return {
      conversation: conversation.id,
      inquiry: inquiry.id,
      viewing: viewing.id,
      notification: notification.id,
    };
  }
}
