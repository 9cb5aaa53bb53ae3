import { type AccessTable, access, adminOnly } from './accessMatrix.ts';
import { TEST_PASSWORD } from './factories/users.ts';

/** For its agent alone. */
const DRAFT = 'a draft';

/** The calls of administrators, closed to all other accounts whatever they are about. */
export const adminAccess: AccessTable = {
  'GET /api/admin/stats': [access(adminOnly(200))],
  'GET /api/admin/users': [access(adminOnly(200))],
  'GET /api/admin/users/export': [access(adminOnly(200))],
  'POST /api/admin/users': [
    access(adminOnly(201), ({ freeEmail }) => ({
      body: { name: 'New Person', email: freeEmail(), password: TEST_PASSWORD },
    })),
  ],
  'PUT /api/admin/users/status': [
    access(adminOnly(200), async ({ person }) => ({
      body: { ids: [(await person()).id], status: 'suspended' },
    })),
  ],
  'GET /api/admin/waiting': [access(adminOnly(200))],
  'PUT /api/admin/users/{id}': [
    access(adminOnly(200), async ({ person }) => {
      const { id, email } = await person();
      return { params: { id }, body: { name: 'Promoted', email, role: 'admin', status: 'active' } };
    }),
  ],
  'PUT /api/admin/users/{id}/status': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person()).id },
      body: { status: 'suspended' },
    })),
  ],
  'PUT /api/admin/users/{id}/password': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person()).id },
      body: { newPassword: 'another secret' },
    })),
  ],
  'DELETE /api/admin/users/{id}': [
    access(adminOnly(200), async ({ person }) => ({ params: { id: (await person()).id } })),
    access(
      adminOnly(403),
      async ({ person }) => ({ params: { id: (await person({ role: 'admin' })).id } }),
      'another admin',
    ),
  ],
  'DELETE /api/admin/users/{id}/second-factor': [
    access(adminOnly(200), async ({ person, secondFactor }) => {
      const { id } = await person();
      await secondFactor(id);
      return { params: { id }, body: { reason: 'Lost the phone' } };
    }),
  ],
  'GET /api/admin/buildings': [access(adminOnly(200))],
  'POST /api/admin/buildings/{id}/merge': [
    access(adminOnly(200), async ({ building, emptyBuilding }) => ({
      params: { id: await building() },
      body: { into: await emptyBuilding() },
    })),
  ],
  'DELETE /api/admin/buildings/{id}': [
    access(adminOnly(200), async ({ emptyBuilding }) => ({ params: { id: await emptyBuilding() } })),
  ],
  'GET /api/admin/pending-agents': [access(adminOnly(200))],
  'GET /api/admin/agents/{id}/checks': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person({ application: 'pending' })).id },
    })),
  ],
  'PUT /api/admin/agents/{id}/approve': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person({ application: 'pending' })).id },
    })),
  ],
  'PUT /api/admin/agents/{id}/reject': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person({ application: 'pending' })).id },
      body: { reason: 'The licence has expired' },
    })),
  ],

  'GET /api/admin/offices': [access(adminOnly(200))],
  'PUT /api/admin/offices/{id}/license': [
    access(adminOnly(200), async ({ office }) => ({
      params: { id: await office() },
      body: { license_number: 'PRC 0012345', expires_on: '2031-01-01' },
    })),
  ],

  'GET /api/admin/properties': [access(adminOnly(200))],
  'GET /api/admin/properties/export': [access(adminOnly(200))],
  'GET /api/admin/properties/{id}': [
    access(adminOnly(200), async ({ hiddenListing }) => ({ params: { id: await hiddenListing() } })),
    access(adminOnly(404), async ({ draftListing }) => ({ params: { id: await draftListing() } }), DRAFT),
  ],
  'PUT /api/admin/properties/{id}/status': [
    access(adminOnly(200), async ({ listing }) => ({
      params: { id: await listing() },
      body: { status: 'rejected', reason: 'The pictures show another house' },
    })),
    access(
      adminOnly(404),
      async ({ draftListing }) => ({ params: { id: await draftListing() }, body: { status: 'active' } }),
      DRAFT,
    ),
  ],
  'PUT /api/admin/properties/status': [
    access(adminOnly(200), async ({ listing }) => ({
      body: { ids: [await listing()], status: 'rejected', reason: 'The pictures show another house' },
    })),
  ],
  'DELETE /api/admin/properties/{id}': [
    access(adminOnly(200), async ({ listing }) => ({ params: { id: await listing() } })),
    access(adminOnly(404), async ({ draftListing }) => ({ params: { id: await draftListing() } }), DRAFT),
  ],

  'GET /api/admin/messages/stats': [access(adminOnly(200))],
  'GET /api/admin/conversations': [access(adminOnly(200))],
  'GET /api/admin/conversations/export': [access(adminOnly(200))],
  'GET /api/admin/conversations/{id}': [
    access(adminOnly(200), async ({ conversation }) => ({
      params: { id: await conversation() },
      query: { reason: 'A complaint' },
    })),
    access(
      adminOnly(400),
      async ({ conversation }) => ({ params: { id: await conversation() } }),
      'without a reason',
    ),
  ],
  'PUT /api/admin/conversations/{id}/status': [
    access(adminOnly(200), async ({ conversation }) => ({
      params: { id: await conversation() },
      body: { status: 'closed' },
    })),
  ],

  'GET /api/admin/settings': [access(adminOnly(200))],
  'PUT /api/admin/settings': [
    access(adminOnly(200), () => ({ body: { category: 'security', settings: { sessionTimeout: 12 } } })),
  ],
  // There is no mail server to send it.
  'POST /api/admin/settings/test-email': [
    access(adminOnly(502), () => ({ body: { testEmail: 'somebody@example.com' } })),
  ],
  'POST /api/admin/settings/backup': [access(adminOnly(201))],
  'GET /api/admin/settings/backups': [access(adminOnly(200))],
  'GET /api/admin/settings/backups/{name}': [
    access(adminOnly(200), async ({ backup }) => ({ params: { name: await backup() } })),
  ],
  'POST /api/admin/settings/backups/{name}/verify': [
    access(adminOnly(200), async ({ backup }) => ({ params: { name: await backup() } })),
  ],
  'POST /api/admin/settings/backups/{name}/drill': [
    access(adminOnly(201), async ({ backup }) => ({ params: { name: await backup() } })),
  ],
  'GET /api/admin/settings/restore-drills': [access(adminOnly(200))],
  'DELETE /api/admin/settings/backups/{name}': [
    access(adminOnly(200), async ({ backup }) => ({ params: { name: await backup() } })),
  ],

  'GET /api/admin/outbound': [access(adminOnly(200))],
  'POST /api/admin/outbound/release': [access(adminOnly(200), () => ({ body: { waiting: 'send' } }))],
  'GET /api/admin/jobs': [access(adminOnly(200))],
  'POST /api/admin/jobs/{id}/retry': [
    access(adminOnly(200), async ({ job }) => ({ params: { id: await job() } })),
  ],

  'GET /api/admin/erasure-requests': [access(adminOnly(200))],
  'PUT /api/admin/erasure-requests/{id}': [
    access(adminOnly(200), async ({ person, erasureRequest }) => ({
      params: { id: await erasureRequest((await person()).id) },
      body: { decision: 'complete' },
    })),
  ],

  'GET /api/admin/reports': [access(adminOnly(200))],
  'PUT /api/admin/reports/{id}': [
    access(adminOnly(200), async ({ report }) => ({
      params: { id: await report() },
      body: { decision: 'dismiss' },
    })),
  ],

  'GET /api/admin/duplicates': [access(adminOnly(200))],
  'PUT /api/admin/duplicates/{id}': [
    access(adminOnly(200), async ({ duplicate }) => ({
      params: { id: await duplicate() },
      body: { decision: 'dismiss' },
    })),
  ],

  'GET /api/admin/signals': [access(adminOnly(200))],
  'POST /api/admin/signals/{id}/decide': [
    access(adminOnly(200), async ({ signal }) => ({
      params: { id: await signal() },
      body: { decision: 'dismiss' },
    })),
  ],

  'GET /api/admin/reviews': [access(adminOnly(200))],
  'DELETE /api/admin/reviews/{id}': [
    access(adminOnly(200), async ({ review }) => ({
      params: { id: await review() },
      body: { reason: 'It names a private person' },
    })),
    access(adminOnly(400), async ({ review }) => ({ params: { id: await review() } }), 'without a reason'),
  ],

  'GET /api/admin/licenses': [access(adminOnly(200))],
  'PUT /api/admin/licenses/{id}': [
    access(adminOnly(200), async ({ person }) => ({
      params: { id: (await person({ role: 'agent' })).id },
      body: { license_number: 'PRC 12345', expires_on: '2030-06-30' },
    })),
  ],

  'GET /api/admin/audit-log': [access(adminOnly(200))],
  'GET /api/admin/audit-log/export': [access(adminOnly(200))],
};
