import type { CreationAttributes } from 'sequelize';
import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import type { DemoClock } from '../clock.ts';
import { type Rng, streamOf } from '../random.ts';
import {
  type DemoPerson,
  demoAdmin,
  demoAgents,
  demoApplicants,
  demoPeople,
  demoUser,
  workingHours,
} from './people.ts';

export type Face = Pick<DemoPerson, 'presentation'> & { seed: number };

/** An account before it has an id. */
export interface DraftAccount {
  row: Omit<CreationAttributes<UserModel>, 'password_hash' | 'avatar_url'>;
  /** Null for accounts without a picture. */
  face: Face | null;
  profile: Omit<CreationAttributes<AgentProfileModel>, 'user_id'> | null;
  /** Signs in with the demo password; other accounts have a random one. */
  isDemoAccount: boolean;
  kind: 'admin' | 'agent' | 'applicant' | 'user';
}

export const addressOf = (mailbox: string) => `${mailbox}@silong.example`;

/** Not in the form of the Commission's numbers. */
const licence = (rng: Rng) => `PRC-DEMO-${rng.int(10_000, 39_999)}`;

export function mobileNumber(rng: Rng): string {
  const digits = (count: number) => Array.from({ length: count }, () => rng.int(0, 9)).join('');
  return `+63 9${rng.pick(['17', '18', '05', '27', '39', '66', '95'])} ${digits(3)} ${digits(4)}`;
}

/** In the order of their ids: staff first, then by the time of joining. */
export function draftAccounts(clock: DemoClock): DraftAccount[] {
  return [draftAdmin(clock), ...draftAgents(clock), ...draftUsers(clock), ...draftApplicants(clock)];
}

function draftAdmin(clock: DemoClock): DraftAccount {
  const joined = clock.at(-900, 9);
  return {
    row: {
      name: demoAdmin.name,
      email: addressOf(demoAdmin.mailbox),
      phone: '+63 2 8555 0100',
      role: 'admin',
      admin_role: 'owner',
      status: 'active',
      created_at: joined,
      updated_at: joined,
    },
    face: { presentation: demoAdmin.presentation, seed: 1 },
    profile: null,
    isDemoAccount: true,
    kind: 'admin',
  };
}

function draftAgents(clock: DemoClock): DraftAccount[] {
  return demoAgents.map((agent, index) => {
    const rng = streamOf(`agent ${agent.mailbox}`);
    const joined = clock.at(-760 + index * 14, rng.int(8, 17), rng.int(0, 59));
    const approved = new Date(joined.getTime() + rng.int(20, 70) * 3_600_000);
    return {
      row: {
        name: agent.name,
        email: addressOf(agent.mailbox),
        phone: mobileNumber(rng),
        role: 'agent',
        status: 'active',
        created_at: joined,
        updated_at: clock.at(-rng.int(2, 90), 14),
      },
      face: { presentation: agent.presentation, seed: 100 + index },
      profile: {
        application_status: 'approved',
        title: agent.title,
        bio: agent.bio,
        specialization: agent.specialization,
        location: agent.location,
        languages: [...agent.languages],
        certifications: [...agent.certifications],
        achievements: [...agent.achievements],
        working_hours: workingHours[agent.hours],
        experience_years: agent.experienceYears,
        license_number: licence(rng),
        ...licenseDates(index, agent.mailbox, clock),
        decided_at: approved,
        created_at: joined,
        updated_at: approved,
      },
      isDemoAccount: index === 0,
      kind: 'agent',
    };
  });
}

function draftUsers(clock: DemoClock): DraftAccount[] {
  const everyone = [demoUser, ...demoPeople];
  return everyone.map((person, index) => {
    const rng = streamOf(`user ${person.mailbox}`);
    // The newest accounts are of this week, for the admin's list.
    const joined = clock.at(
      -Math.round(430 * (1 - index / everyone.length) ** 1.3) - 1,
      rng.int(7, 22),
      rng.int(0, 59),
    );
    return {
      row: {
        name: person.name,
        email: addressOf(person.mailbox),
        phone: index === 0 || rng.chance(0.7) ? mobileNumber(rng) : null,
        role: 'user',
        status: index === 13 ? 'suspended' : index === 22 || index === 31 ? 'inactive' : 'active',
        created_at: joined,
        updated_at: joined,
      },
      face: index === 0 || rng.chance(0.5) ? { presentation: person.presentation, seed: 300 + index } : null,
      profile: null,
      isDemoAccount: index === 0,
      kind: 'user',
    };
  });
}

function draftApplicants(clock: DemoClock): DraftAccount[] {
  return demoApplicants.map((applicant, index) => {
    const rng = streamOf(`applicant ${applicant.mailbox}`);
    const applied = clock.at(-applicant.daysAgo, rng.int(9, 17), rng.int(0, 59));
    const isRejected = applicant.state === 'rejected';
    const isMadeByAdmin = applicant.state === 'made by admin';
    const decided = isRejected ? new Date(applied.getTime() + 26 * 3_600_000) : null;
    return {
      row: {
        name: applicant.name,
        email: addressOf(applicant.mailbox),
        phone: mobileNumber(rng),
        role: isMadeByAdmin ? 'agent' : 'user',
        status: isMadeByAdmin ? 'pending' : 'active',
        created_at: isMadeByAdmin ? applied : clock.at(-applicant.daysAgo - 9, 11),
        updated_at: decided ?? applied,
      },
      face: index % 2 === 0 ? { presentation: applicant.presentation, seed: 500 + index } : null,
      profile: {
        application_status: isRejected ? 'rejected' : 'pending',
        title: null,
        bio: applicant.bio,
        specialization: applicant.specialization,
        location: applicant.location,
        languages: ['Filipino', 'English'],
        certifications: [],
        achievements: [],
        working_hours: {},
        experience_years: applicant.experienceYears,
        license_number: licence(rng),
        decided_at: decided,
        created_at: applied,
        updated_at: decided ?? applied,
      },
      isDemoAccount: false,
      kind: 'applicant',
    };
  });
}

/**
 * Indexes of the agents whose licence ends soon, after a warning; whose licence is not checked yet; and who became a broker,
 * with a number that is not checked yet.
 */
const EXPIRING = 3;
const UNCHECKED = 6;
export const UPGRADED = 9;
const DAYS_LEFT = 21;
const WARNED_DAYS_AGO = 9;

type LicenseDates = Pick<AgentProfileModel, 'license_expires_on' | 'license_checked_at' | 'license_warned_at'>;

/** Dates of an agent's licence. */
function licenseDates(index: number, mailbox: string, clock: DemoClock): LicenseDates {
  if (index === UNCHECKED) return { license_expires_on: null, license_checked_at: null, license_warned_at: null };
  if (index === UPGRADED)
    return { license_expires_on: clock.dateOf(140), license_checked_at: null, license_warned_at: null };
  // A separate stream, so that other values stay as they are.
  const rng = streamOf(`license ${mailbox}`);
  const license_checked_at = clock.at(-rng.int(20, 300), rng.int(9, 16), rng.int(0, 59));
  if (index !== EXPIRING)
    return {
      license_expires_on: clock.dateOf(rng.int(90, 1_000)),
      license_checked_at,
      license_warned_at: null,
    };
  return {
    license_expires_on: clock.dateOf(DAYS_LEFT),
    license_checked_at,
    license_warned_at: clock.at(-WARNED_DAYS_AGO, 9, 10),
  };
}
