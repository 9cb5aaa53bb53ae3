import { periodOf } from '#server/features/analytics/reads.ts';
import { refreshClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { dismissAdvice, readDismissedAdvice } from '#server/features/settings/personalSettings.ts';
import type { Service } from '#server/http/routing.ts';
import { adviceRules, type insightsCalls } from '#shared/contracts/insights.ts';
import { readAdvice } from './reads/advice.ts';
import { readFigures } from './reads/figures.ts';

const DAY_MS = 24 * 3_600_000;

export const insightsService = (context: ServerContext): Service<typeof insightsCalls> => ({
  async list({ user }) {
    await refreshClients(context, user.id);
    const dismissed = await readDismissedAdvice(context, user.id);
    return readAdvice(context, { agentId: user.id, now: context.now(), dismissed });
  },

  figures: ({ user, query }) =>
    readFigures(context.db, { agentId: user.id, period: periodOf(query), now: context.now() }),

  async dismiss({ user, params: { key }, body: { dismissed } }) {
    const until = dismissed ? new Date(context.now().getTime() + adviceRules.dismissedDays * DAY_MS) : null;
    await dismissAdvice(context, user.id, key, until);
    return { key, dismissed_until: until?.toISOString() ?? null };
  },
});
