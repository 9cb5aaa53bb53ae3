import { Op } from 'sequelize';
import { newestBy } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { authMessages } from '#shared/authMessages.ts';
import type { accountSecurityCalls } from '#shared/contracts/accountSecurity.ts';
import { msg } from '#shared/messages.ts';
import { createAttemptLimiter } from '../writes/attempts.ts';
import { lockOwnUser, provePassword } from '../writes/passwords.ts';
import {
  checkCode,
  confirmTotp,
  describeSecondFactor,
  hasTotp,
  invalidSecondFactor,
  needsSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startTotp,
} from '../writes/secondFactor.ts';
import { confirmSession, hasEnded, revokeSessions } from '../writes/sessions.ts';
import { describeDevice } from '../writes/signIn.ts';

/** Sessions listed; ending all other sessions ends unlisted ones too. */
const MAX_SHOWN = 100;

/** Sessions, second factors and passkeys of the caller's own account. */
export function accountSecurityService(context: ServerContext): Service<typeof accountSecurityCalls> {
  const { db } = context;
  const { Session } = db.models;
  const attempts = createAttemptLimiter(context);

  return {
    async sessions({ user, t }) {
      const sessions = await Session.findAll({
        where: { user_id: user.id },
        order: newestBy('last_used_at'),
        limit: MAX_SHOWN,
      });
      const open = sessions.filter((session) => !hasEnded(context, session));
      return {
        sessions: open.map(({ id, user_agent, address, created_at, last_used_at }) => ({
          id,
          current: id === user.sessionId,
          device: describeDevice(user_agent, t),
          address,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        })),
      };
    },

    async endOtherSessions({ user }) {
      return { ended: await revokeSessions(context, user.id, { [Op.ne]: user.sessionId }) };
    },

    /** @throws {NotFoundError} no such session of the caller. */
    async endSession({ user, params: { id } }) {
      found(await Session.findOne({ where: { id, user_id: user.id } }), 'session');
      await revokeSessions(context, user.id, id);
      return { id };
    },

    secondFactor: ({ user }) => describeSecondFactor(context, user),
    startTotp: ({ user }) => startTotp(context, user),
    confirmTotp: ({ user, body }) => confirmTotp(context, user, body.code),
    renewRecoveryCodes: ({ user }) => renewRecoveryCodes(context, user),

    async endTotp({ user, t }) {
      await db.transaction(async () => {
        await removeSecondFactor(context, await lockOwnUser(context, user.id), { what: 'ended' });
      });
      return { message: t('Two-step login is off') };
    },

    /**
     * A password alone is not enough if a second factor is in force.
     * @throws {ForbiddenError} `second_factor_required`, `invalid_second_factor`, `passkey_required`, `wrong_password`.
     */
    async confirmIdentity({ user, body: { password, code }, address }) {
      const { id } = user;
      if (await hasTotp(context, id)) {
        if (code === undefined) throw new ForbiddenError(authMessages.codeMissing, 'second_factor_required');
        if (!(await checkCode(context, attempts, { userId: id, code, purpose: 'confirming' })))
          throw invalidSecondFactor('forbidden');
      } else {
        if (await needsSecondFactor(context, user))
          throw new ForbiddenError(msg('Please confirm with your passkey.'), 'passkey_required');
        if (password === undefined) throw invalidField('password', authMessages.passwordMissing);
        if (!(await provePassword(context, attempts, { userId: id, password, address })))
          throw new ApiError('forbidden', authMessages.passwordWrong, 'wrong_password', {
            issues: [{ path: 'password', message: authMessages.passwordWrong }],
          });
      }
      return confirmSession(context, user);
    },
  };
}
