import { sweepLicenses } from '#server/features/licenses/jobs.ts';
import { enter, type Person } from './people.ts';
import { startSmtp } from './smtp.ts';
import { startTestServer } from './testServer.ts';

/** A server with a clock set by the test, a mail server and an admin who checks licences. */
export async function startLicenseDesk() {
  let clock = Date.parse('2026-03-02T10:00:00+08:00');
  const smtp = await startSmtp();
  const server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url },
    now: () => new Date(clock),
  });
  const { db, jobs, systemSettings } = server.context;
  // Sessions last while days go by.
  const row = { category: 'security', settings: { sessionTimeout: 24 * 365, sessionLifetime: 365 } };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
  const admin = await enter(server, { role: 'admin', name: 'Alma Admin' });
  const list = (query: Record<string, string> = {}) =>
    admin.get(`/api/admin/licenses?${new URLSearchParams({ limit: '100', ...query })}`);

  return {
    server,
    admin,
    list,
    sweep: () => sweepLicenses(server.context),
    /** @param moment of Manila, '2026-03-31 23:59'. */
    setClock(moment: string) {
      clock = Date.parse(`${moment.replace(' ', 'T')}:00+08:00`);
    },
    check: (agent: Person, expires_on: string, more: object = {}) =>
      admin.put(`/api/admin/licenses/${agent.id}`, { license_number: 'PRC 0012345', expires_on, ...more }),
    profileOf: ({ id }: Person) => db.models.AgentProfile.findByPk(id, { rejectOnEmpty: true }),
    async stateOf({ id }: Person): Promise<string> {
      const { body } = await list();
      return body.data.licenses.find(({ agent }: { agent: { id: number } }) => agent.id === id).state;
    },
    /** The notices of an account. */
    async titlesOf(person: Person): Promise<string[]> {
      return (await person.get('/api/notifications')).body.data.map(({ title }: { title: string }) => title);
    },
    /** The mails of an account, the newest last; every mail that is due has gone out by then. */
    async mailsTo(person: Person) {
      await jobs.flush();
      return smtp.mails.filter(({ to }) => to.includes(person.user.email));
    },
    async close() {
      await server.close();
      await smtp.close();
    },
  };
}
