import { Op } from 'sequelize';
import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import { recordAudit, systemActor } from '#server/features/auditLog/record.ts';
import { isPublicAgent, publicAgent } from '#server/features/auth/policy.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { calendarDay } from '#server/languages.ts';
import { defineMail } from '#server/mail/layout.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import { LICENSE_GRACE_DAYS, LICENSE_WARNING_DAYS } from '#shared/licenses.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';

/** Profiles of one query. */
const BATCH = 100;

interface LicenseSweep {
  warned: number;
  lapsed: number;
}

/** Warns and unlists agents whose licence ends or has ended. @param signal ends it after the agent being processed. */
export async function sweepLicenses(context: ServerContext, signal?: AbortSignal): Promise<LicenseSweep> {
  const swept: LicenseSweep = { warned: 0, lapsed: 0 };
  let lastId = 0;
  while (!signal?.aborted) {
    const profiles = await findEnding(context, lastId);
    for (const { user_id } of profiles.filter((profile) => nextStep(profile, context.now()))) {
      if (signal?.aborted) break;
      const step = await processLicense(context, user_id);
      if (step === 'warn') swept.warned += 1;
      if (step === 'lapse') swept.lapsed += 1;
    }
    if (profiles.length < BATCH) break;
    lastId = profiles.at(-1)?.user_id ?? lastId;
  }
  return swept;
}

/** The ending licences of active agents; other agents are processed once they are active again. */
function findEnding({ db, now }: ServerContext, afterId: number): Promise<AgentProfileModel[]> {
  return db.models.AgentProfile.findAll({
    where: {
      ...publicAgent.profile,
      user_id: { [Op.gt]: afterId },
      license_expires_on: { [Op.lte]: addDays(manilaDay(now()), LICENSE_WARNING_DAYS) },
    },
    include: [{ association: 'user', attributes: [], where: publicAgent.account }],
    order: [['user_id', 'ASC']],
    limit: BATCH,
  });
}

/** A transaction for each agent: a failure affects one agent, and locks are short. */
function processLicense(context: ServerContext, agentId: number): Promise<'warn' | 'lapse' | null> {
  const { db, now } = context;
  return db.transaction(async () => {
    // Checked again under the lock: an admin may have checked the licence, or closed the account.
    const agent = await lockUser(context, agentId);
    const profile = await db.models.AgentProfile.findByPk(agentId);
    if (!agent || !profile?.license_expires_on || !(await isPublicAgent(db, agentId))) return null;
    const step = nextStep(profile, now());
    const ending = { agent, profile, lastDay: profile.license_expires_on };
    if (step === 'warn') await warn(context, ending);
    if (step === 'lapse') await unlist(context, ending);
    return step;
  });
}

interface Ending {
  agent: UserModel;
  profile: AgentProfileModel;
  lastDay: string;
}

/** In the transaction of the change. */
export async function publishLicense(
  { db, bus, jobs }: ServerContext,
  change: DomainEvents['licenseChanged'],
): Promise<void> {
  db.afterCommit(() => bus.publish('licenseChanged', change));
  await jobs.add('licenseNotice', change);
}

async function warn(context: ServerContext, { agent, profile, lastDay }: Ending): Promise<void> {
  const { mail, now } = context;
  const at = now();
  await profile.update({ license_warned_at: at });
  const letter = licenseWarningMail(context, agent.language, {
    name: agent.name,
    // The last day belongs to the checked number.
    number: profile.license_checked_at && profile.license_number,
    lastDay,
    unlistedOn: unlistingDay(lastDay, at),
    isOver: manilaDay(at) > lastDay,
  });
  if (agent.email_verified_at) await mail.queue({ ...letter, recipient: agent.email });
  await publishLicense(context, { agentId: agent.id, news: 'warned', lastDay });
}

async function unlist(context: ServerContext, { agent, profile, lastDay }: Ending): Promise<void> {
  const { mail, now } = context;
  await profile.update({ license_lapsed_at: now() });
  await syncListingVisibility(context, agent.id);
  const letter = licenseLapsedMail(context, agent.language, { name: agent.name, lastDay });
  if (agent.email_verified_at) await mail.queue({ ...letter, recipient: agent.email });
  await publishLicense(context, { agentId: agent.id, news: 'lapsed', lastDay });
  const change = { before: { unlisted: false }, after: { unlisted: true, license_expires_on: lastDay } };
  const about = { action: 'license.lapse', entityType: 'user', entityId: agent.id };
  await recordAudit(context, systemActor, { ...about, ...change });
}

const DAY_MS = 86_400_000;
const GRACE_MS = LICENSE_GRACE_DAYS * DAY_MS;
/** Days before the last day, of the two warnings. */
const WARNED_BEFORE = [LICENSE_WARNING_DAYS, LICENSE_GRACE_DAYS];

type Stored = Pick<AgentProfileModel, 'license_expires_on' | 'license_warned_at' | 'license_lapsed_at'>;

/** The step due for the last checked licence; null: none. */
function nextStep(
  { license_expires_on: lastDay, license_warned_at: warnedAt, license_lapsed_at: lapsedAt }: Stored,
  now: Date,
): 'warn' | 'lapse' | null {
  if (lastDay === null || lapsedAt !== null) return null;
  const today = manilaDay(now);
  if (today > lastDay) {
    if (warnedAt === null) return 'warn';
    return now.getTime() - warnedAt.getTime() >= GRACE_MS ? 'lapse' : null;
  }
  const due = WARNED_BEFORE.map((days) => addDays(lastDay, -days)).findLast((day) => day <= today);
  if (due === undefined) return null;
  return warnedAt !== null && manilaDay(warnedAt) >= due ? null : 'warn';
}

/** The day on which a warned agent is unlisted. */
function unlistingDay(lastDay: string, now: Date): string {
  const afterEnd = addDays(lastDay, 1);
  const afterGrace = manilaDay(new Date(now.getTime() + GRACE_MS));
  return afterEnd > afterGrace ? afterEnd : afterGrace;
}

const HOUR_MS = 3_600_000;

/** Warns agents with an ending licence, and unlists agents with an ended one, about every hour. */
export const licenseSweep = (context: ServerContext): RecurringJob => ({
  name: 'sweepLicenses',
  everyMs: HOUR_MS,
  run: async (signal) => context.log.info({ swept: await sweepLicenses(context, signal) }, 'licences seen to'),
});

const WHY_THIS_MAIL = msg(
  'You get this email regardless of your notification settings because it is about your status as an agent.',
);
const WHAT_TO_DO = msg(
  'Renew it with the Professional Regulation Commission. If your number changes, update it in your profile too. We will confirm the renewal in the Commission’s register.',
);

interface Warning {
  name: string;
  number: string | null;
  /** Days of the calendar, YYYY-MM-DD. */
  lastDay: string;
  unlistedOn: string;
  isOver: boolean;
}

/** Mail before an agent is unlisted because the licence ends. */
const licenseWarningMail = defineMail<Warning>(
  ({ name, number, lastDay, unlistedOn, isOver, siteName, siteUrl, t }) => {
    const isOverAlready = isOver ? 'yes' : 'no';
    const heading = t(
      '{isOver, select, yes {Your license expired on {day}} other {Your license expires on {day}}}',
      { isOver: isOverAlready, day: calendarDay(lastDay) },
    );
    return {
      subject: heading,
      heading,
      paragraphs: [
        t('Hello {name},', { name }),
        t(
          'According to the Commission’s register, {hasNumber, select, yes {your PRC license {number}} other {your PRC license}} {isOver, select, yes {was} other {is}} valid until {day}.',
          {
            hasNumber: number ? 'yes' : 'no',
            number: number ?? '',
            isOver: isOverAlready,
            day: calendarDay(lastDay),
          },
        ),
        t(
          'If you do not renew it, you and your listings will be taken off {siteName} on {unlistedOn}. You can still log in, answer clients and edit your listings, and everything comes back once your license is valid again.',
          { siteName, unlistedOn: calendarDay(unlistedOn) },
        ),
        t(WHAT_TO_DO),
      ],
      action: { label: t('Open your profile'), url: `${siteUrl}/profile` },
      note: t(WHY_THIS_MAIL),
    };
  },
);

type LicenseEnd = Pick<Warning, 'name' | 'lastDay'>;

/** Mail to an agent who has been unlisted. */
const licenseLapsedMail = defineMail<LicenseEnd>(({ name, lastDay, siteName, siteUrl, t }) => ({
  subject: t('You are not listed on {siteName} right now', { siteName }),
  heading: t('You are not listed right now'),
  paragraphs: [
    t('Hello {name},', { name }),
    t(
      'Your PRC license expired on {lastDay}, so your profile and listings are now hidden. Nothing is lost: you can log in, answer clients and edit your listings, and everything comes back once your license is valid again.',
      { lastDay: calendarDay(lastDay) },
    ),
    t(WHAT_TO_DO),
  ],
  action: { label: t('Open your profile'), url: `${siteUrl}/profile` },
  note: t(WHY_THIS_MAIL),
}));

export const licenseRenewedMail = defineMail<LicenseEnd>(({ name, lastDay, siteName, siteUrl, t }) => ({
  subject: t('You are listed on {siteName} again', { siteName }),
  heading: t('You are listed again'),
  paragraphs: [
    t('Hello {name},', { name }),
    t('We checked your PRC license: it is valid until {lastDay}. Your profile and listings are public again.', {
      lastDay: calendarDay(lastDay),
    }),
  ],
  action: { label: t('Open your dashboard'), url: `${siteUrl}/agent-dashboard` },
  note: t(WHY_THIS_MAIL),
}));
